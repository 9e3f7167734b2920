#!/bin/bash
# check-binaries.sh: every plugin binary exports `lv2_descriptor` alone, needs only the C library, FFTW, (the mixers)
# libmysofa and liblo and (`mixer`, `remix`) libjansson, is stripped and small.
set -eu
cd "$(dirname "$0")/.."
# A bundle of many plugins, each in code of its own.
most=$((1536 * 1024))

fail() {
  echo "$1" >&2
  exit 1
}

for name in encode remix mixer audiomix; do
  binary=Bundles/nearfar-$name.lv2/nearfar-$name.so
  [ -f "$binary" ] || fail "$binary is missing: make bundles"
  exported=$(nm -D --defined-only "$binary" | awk '{ print $3 }' | tr '\n' ' ')
  [ "$exported" = "lv2_descriptor " ] || fail "$binary exports: $exported(only lv2_descriptor is wanted)"

  allowed='libc\.so\.6|libm\.so\.6|libfftw3f\.so\.3|ld-linux-x86-64\.so\.2|ld-linux-aarch64\.so\.1'
  [ $name != mixer ] && [ $name != audiomix ] || allowed="$allowed|libmysofa\.so\.1|liblo\.so\.7"
  [ $name != mixer ] && [ $name != remix ] || allowed="$allowed|libjansson\.so\.4"
  needed=$(readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  strangers=$(grep -vxE "$allowed" <<<"$needed" || true)
  [ -z "$strangers" ] || fail "$binary needs more than it may: $strangers"
  ! ldd "$binary" | grep 'not found' || fail "$binary needs a library that is not here"

  size=$(stat -c %s "$binary")
  [ "$size" -lt $most ] || fail "$binary has $size bytes; at most $most are wanted"
  echo "$binary: $((size / 1024)) KB, lv2_descriptor, needs" $needed
done
