#!/bin/bash
# test.sh: every check in order, the quick ones first; stops at the first that fails. `make test` sets the flags.
set -u
cd "$(dirname "$0")/.."

step() {
  local title=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  if ! "$@"; then
    printf '== FAILED after %d s: %s\n' $((SECONDS - start)) "$title"
    exit 1
  fi
  printf -- '-- passed in %d s\n' $((SECONDS - start))
}

embedded_debug() {
  for product in EncodeBundle RemixBundle MixerBundle AudiomixBundle; do
    swift build $EMBEDDED_FLAGS --product $product --quiet || return 1
  done
}

descriptions() {
  swift run -c release -Xswiftc -enable-testing $SWIFT_FLAGS --quiet ttl --check . || return 1
  for bundle in Bundles/*.lv2; do
    lv2_validate "$bundle"/*.ttl || return 1
  done
}

# As the unit tests built it: nothing is built twice.
program() {
  local build=(swift build -c release -Xswiftc -enable-testing $SWIFT_FLAGS --product nearfar --quiet)
  "${build[@]}" && "$PYTHON" Tests/Program
}

step 'Real-time proof, unoptimised (debug build)' swift build $SWIFT_FLAGS --quiet
step 'Initializers of noncopyable structs' "$PYTHON" scripts/check-initializers.py
step 'Unit and contract tests' swift test -c release -Xswiftc -enable-testing $SWIFT_FLAGS --quiet
step 'Real-time proof of the plugins, unoptimised (embedded debug build)' embedded_debug
step 'Plugins (embedded release build)' scripts/bundles.sh
step 'Symbols, libraries and size of the plugins' scripts/check-binaries.sh
step 'TTL: equal to the code, and valid' descriptions
step 'Style' swift format lint --strict --recursive --parallel Package.swift Sources Tests fuzz
step 'Plugins in hosts' "$PYTHON" Tests/Hosts
step 'The command-line program' program
step 'Made-up files' scripts/fuzz.sh 5
printf '\nEverything passed in %d s.\n' $SECONDS
