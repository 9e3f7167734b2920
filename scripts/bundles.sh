#!/bin/bash
# bundles.sh: builds the plugins and assembles Bundles/nearfar-*.lv2. EMBEDDED_FLAGS comes from the Makefile.
set -eu
cd "$(dirname "$0")/.."

assemble() {
  local name=$1 product=$2 made=.build/bundles/nearfar-$1.lv2
  swift build -c release $EMBEDDED_FLAGS --product "$product" --quiet
  rm -rf "$made"
  mkdir -p "$made"
  strip -o "$made/nearfar-$name.so" ".build/embedded/release/lib$product.so"
  cp "TTL/nearfar-$name.lv2/"*.ttl "$made/"
  [ ! -d "Resources/nearfar-$name" ] || cp -R "Resources/nearfar-$name/." "$made/"
  [ "$name" != audiomix ] || cp Resources/nearfar-remix/mask-network.bin "$made/"
  # A host that runs keeps the old file: it is replaced, never written over.
  rm -rf "Bundles/nearfar-$name.lv2"
  mv "$made" Bundles/
  echo "Bundles/nearfar-$name.lv2"
}

mkdir -p Bundles
assemble encode EncodeBundle
assemble remix RemixBundle
assemble mixer MixerBundle
assemble audiomix AudiomixBundle
