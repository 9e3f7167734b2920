#!/bin/bash
# fuzz.sh SECONDS [PARSER…]: builds the fuzzers, instrumented and apart from all else, and lets each run for SECONDS. `make fuzz` sets
# the flags.
set -eu
cd "$(dirname "$0")/.."

toolchain=$(dirname "$(realpath "$(command -v swiftc)")")/..
if ! ls "$toolchain"/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1; then
  echo "This Swift has no libFuzzer: nothing was tried."
  exit 0
fi
NEARFAR_FUZZ=1 swift build -c release --scratch-path .build/fuzz $SWIFT_FLAGS -Xswiftc -enable-testing \
  -Xswiftc -sanitize=fuzzer,address --product fuzz --quiet
exec "$PYTHON" fuzz "$@"
