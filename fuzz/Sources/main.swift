import CFuzzer
import Glibc

// fuzz --parser=NAME [options and folders of libFuzzer]: what begins with two hyphens libFuzzer passes over and on to its children.

/// The one that is named; else their names are all that is to be had.
func chooseParser() -> Parser {
  if let parser = (Parser.all + Parser.onRequest).first(where: { CommandLine.arguments.contains("--parser=\($0.name)") }
  ) {
    return parser
  }
  print(Parser.all.map(\.name).joined(separator: " "))
  exit(CommandLine.arguments.contains("--list") ? 0 : 2)
}

let parser = chooseParser()

func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  parser.seal(Array(UnsafeBufferPointer(start: bytes, count: count))).withUnsafeBytes(InputFile.fill)
  try? parser.read()
  return 0
}

var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &words, readInput))
