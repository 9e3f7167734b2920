import CMySofa

/// One user's hold on a head that all instances in the process share. Build: `init`, `deinit`; the audio thread reads through
/// `tables` and counts nothing.
///
/// The first to ask for a head makes it, about a tenth of a second's work; others that ask meanwhile wait for it. The last to
/// let go frees it. A file that was changed is another head.
public struct SharedHead: ~Copyable {
  public let status: HeadModel.Status
  private let entry: UnsafeMutablePointer<Entry>

  /// Valid as long as this is.
  var tables: UnsafePointer<HeadTables> { UnsafePointer(entry.pointee.tables) }

  /// A head that someone has, in a list.
  private struct Entry: ~Copyable {
    let file: nf_file_identity
    let sampleRate: Double
    let use: Int
    let tables: UnsafeMutablePointer<HeadTables>
    var holders: Int
    var next: UnsafeMutablePointer<Entry>?
  }

  /// Guarded by the lock.
  nonisolated(unsafe) private static var first: UnsafeMutablePointer<Entry>?

  /// As `HeadModel.init(file:sampleRate:)`.
  public init(file path: String, sampleRate: Double, _ use: HeadTables.Use) throws(HeadDataError) {
    nf_lock_heads()
    defer { nf_unlock_heads() }
    let file = nf_identify_file(path)
    if file.isThere, let found = SharedHead.find(file, sampleRate, use) {
      entry = found
    } else {
      let model = try HeadModel(file: path, sampleRate: sampleRate)
      entry = SharedHead.add(file, use, model)
    }
    status = .chosenFile
  }

  /// As `HeadModel.init(chosen:defaults:sampleRate:warn:)`.
  public init(
    chosen: String?, defaults: [String] = SOFAFile.defaultPaths, sampleRate: Double, _ use: HeadTables.Use,
    warn: (String) -> Void
  ) {
    nf_lock_heads()
    defer { nf_unlock_heads() }
    // Asked before a file is read: should it change meanwhile, the next to ask finds another.
    let files = ((chosen.map { [$0] } ?? []) + defaults).map { nf_identify_file($0) }
    let wanted = chosen == nil ? files.first { $0.isThere } : files[0]
    if let wanted, wanted.isThere, let found = SharedHead.find(wanted, sampleRate, use) {
      entry = found
      status = chosen == nil ? .defaultFile : .chosenFile
      return
    }
    let model = HeadModel(chosen: chosen, defaults: defaults, sampleRate: sampleRate, warn: warn)
    var file = nf_file_identity()
    if let path = model.path {
      let place = model.status == .chosenFile ? 0 : SharedHead.place(of: path, in: defaults) + (chosen == nil ? 0 : 1)
      file = files[place]
    }
    entry = SharedHead.find(file, sampleRate, use) ?? SharedHead.add(file, use, model)
    status = model.status
  }

  deinit {
    nf_lock_heads()
    entry.pointee.holders -= 1
    if entry.pointee.holders == 0 { SharedHead.remove(entry) }
    nf_unlock_heads()
  }

  /// How many hold heads of a file as it is now; for tests.
  static func holders(of path: String) -> Int {
    let file = nf_identify_file(path)
    nf_lock_heads()
    defer { nf_unlock_heads() }
    var (count, place) = (0, first)
    while let entry = place {
      if entry.pointee.file.isSame(as: file) { count += entry.pointee.holders }
      place = entry.pointee.next
    }
    return count
  }

  // MARK: Under the lock

  private static func find(
    _ file: nf_file_identity, _ sampleRate: Double, _ use: HeadTables.Use
  ) -> UnsafeMutablePointer<Entry>? {
    var place = first
    while let entry = place {
      let isSame = entry.pointee.file.isSame(as: file)
      if isSame && entry.pointee.sampleRate == sampleRate && entry.pointee.use == use.number {
        entry.pointee.holders += 1
        return entry
      }
      place = entry.pointee.next
    }
    return nil
  }

  private static func add(
    _ file: nf_file_identity, _ use: HeadTables.Use, _ model: borrowing HeadModel
  ) -> UnsafeMutablePointer<Entry> {
    let tables = UnsafeMutablePointer<HeadTables>.allocate(capacity: 1)
    tables.initialize(to: HeadTables(model.responses, use))
    let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    entry.initialize(
      to: Entry(
        file: file, sampleRate: model.responses.sampleRate, use: use.number, tables: tables, holders: 1, next: first))
    first = entry
    return entry
  }

  private static func remove(_ entry: UnsafeMutablePointer<Entry>) {
    if first == entry {
      first = entry.pointee.next
    } else {
      var place = first
      while let other = place, other.pointee.next != entry { place = other.pointee.next }
      place?.pointee.next = entry.pointee.next
    }
    entry.pointee.tables.deinitialize(count: 1)
    entry.pointee.tables.deallocate()
    entry.deinitialize(count: 1)
    entry.deallocate()
  }

  private static func place(of path: String, in paths: [String]) -> Int {
    for (place, other) in paths.enumerated() where other.utf8.elementsEqual(path.utf8) { return place }
    return 0
  }
}

extension nf_file_identity {
  fileprivate var isThere: Bool { inode != 0 }

  fileprivate func isSame(as other: nf_file_identity) -> Bool {
    device == other.device && inode == other.inode && bytes == other.bytes && seconds == other.seconds
      && nanoseconds == other.nanoseconds
  }
}
