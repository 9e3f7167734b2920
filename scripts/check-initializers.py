"""check-initializers.py: no initializer of a noncopyable struct reads its own properties in an operand that waits.

The operands of `precondition` and `assert` and the right ones of `&&`, `||` and `??` are closures that the compiler makes.
Where one reads a property, it captures all of `self`; before the last property is set, Swift 6.3 then destroys the noncopyable
ones that are still to come, and with them memory that nobody allocated. It neither says so nor always crashes.

Names are compared, not scopes: a local constant or parameter with the name of a property is taken for what it is."""
import glob
import os
import re
import sys

MODIFIERS = r"(?:(?:public|private|fileprivate|package|@\w+|private\(set\)|unowned)\s+)*"
STRUCT = re.compile(r"( *)" + MODIFIERS + r"struct \w+[^{]*~Copyable[^{]*\{$")
CHECK = re.compile(r"\b(?:precondition|assert)\((.*)")
OPERAND = re.compile(r"(?:&&|\|\||\?\?)(.*)")


def blocks(lines, opening):
    """(first line, lines) of every block that begins with `opening` and ends with a brace at the same depth."""
    for first, line in enumerate(lines):
        match = opening.match(line)
        if not match:
            continue
        last = first
        while not line.rstrip().endswith("}") and last + 1 < len(lines) and lines[last] != match[1] + "}":
            last += 1
        yield first, lines[first:last + 1]


def names_of(pattern):
    """The names that a declaration's left side introduces: `a`, `a, b`, `a: Int, b: Int` or `(a, b)`."""
    return re.findall(r"(\w+)\s*(?=[:,)]|$)", re.sub(r":\s*[^,]*", ":", pattern.split("=")[0].strip()))


def properties(struct, depth):
    declaration = re.compile(" " * (depth + 2) + MODIFIERS + r"(?:let|var) ([^{]*)$")
    return {name for line in struct for match in [declaration.match(line)] if match for name in names_of(match[1])}


def faults(text):
    """(line number, name, text) of every read that must not be there."""
    for start, struct in blocks(text.split("\n"), STRUCT):
        depth = len(struct[0]) - len(struct[0].lstrip())
        stored = properties(struct, depth)
        for offset, body in blocks(struct, re.compile("(" + " " * (depth + 2) + ")" + MODIFIERS + r"init\b")):
            code = [re.sub(r"//.*|\"[^\"]*\"", "", line) for line in body]
            head = "\n".join(code).split("{")[0]
            own = set(re.findall(r"(\w+)\s*:", head))
            for pattern in re.findall(r"\b(?:let|var) ([^={]*)", "\n".join(code)):
                own.update(names_of(pattern))
            seen = stored - own
            assignment = re.compile(r"\s*(?:self\.)?\(?\s*(\w+)[\w\s,.]*\)?\s=\s")
            set_at = [at for at, line in enumerate(code) if assignment.match(line) and assignment.match(line)[1] in stored]
            for at, line in enumerate(code[:max(set_at, default=0)]):
                for match in (CHECK.search(line), OPERAND.search(line)):
                    if match is None:
                        continue
                    read = [name for name in re.findall(r"(?<![.\w])(\w+)\b(?!\s*:)", match[1]) if name in seen]
                    read += [name for name in re.findall(r"\bself\.(\w+)", match[1]) if name in stored]
                    if read:
                        yield start + offset + at + 1, read[0], body[at].strip()
                        break


EXAMPLE = """struct Example: ~Copyable {
  private let count: Int
  private let (a, b): (Float, Float)
  let buffer: FloatBuffer

  init(_ numbers: [Float]) {
    count = numbers.count
    precondition(numbers.count > 0 %s)
    buffer = FloatBuffer(count: count)
  }
}
"""


def main():
    for operand, wanted in (("&& count < 9", 1), ("", 0), ("&& numbers.count < 9", 0), ("&& self.count < 9", 1)):
        assert len(list(faults(EXAMPLE % operand))) == wanted, operand
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    found = structs = 0
    for path in sorted(glob.glob("Sources/**/*.swift", recursive=True)):
        with open(path) as file:
            text = file.read()
        structs += len(list(blocks(text.split("\n"), STRUCT)))
        for number, name, line in faults(text):
            print(f"{path}:{number}: `{name}` is read by a closure before all of `self` is set: {line}", file=sys.stderr)
            found += 1
    if not structs:
        sys.exit("no noncopyable struct in Sources: this check sees nothing")
    if found:
        sys.exit("read a local constant instead, and set the property from it")
    print(f"{structs} noncopyable structs")


main()
