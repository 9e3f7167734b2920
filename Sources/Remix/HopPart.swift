/// The work on one hop, in four parts of about the same cost that are done a quarter of a hop apart: so that with small blocks
/// no block bears all of it. What they yield is heard one hop later.
enum HopPart: Int {
  /// Spectra and what is told from them.
  case hear
  /// What the network's trunk makes of all bands.
  case recognise
  /// What it makes of each band, and the talkers' directions.
  case refine
  /// The filters, and back to sound.
  case separate
}
