#!/bin/bash
# packages.sh GROUP…: installs the Debian packages that a group of commands needs and that are missing.
# Groups: build (plugins), program (nearfar), test, demo, batch, quality, windows, bench. Without root it names them and stops.
set -eu

group() {
  case $1 in
    build)
      echo lv2-dev libfftw3-dev libmysofa-dev libjansson-dev liblo-dev libcairo2-dev pkg-config binutils gcc libc6-dev
      ;;
    program)
      echo libsndfile1-dev libsoxr-dev libebur128-dev
      echo libavformat-dev libavcodec-dev libavutil-dev libswresample-dev libopus-dev
      ;;
    test)
      echo ffmpeg lilv-utils sordi liblilv-dev jackd2 jalv ecasound lv2file ardour libopusenc0
      echo python3-numpy python3-scipy python3-soundfile python3-h5py python3-jack-client
      ;;
    demo)
      echo lilv-utils ecasound ffmpeg asterisk-core-sounds-en-g722 gnome-shell-pomodoro-data etw-data
      echo python3-numpy python3-scipy python3-soundfile python3-matplotlib
      ;;
    batch) echo lilv-utils sordi python3-numpy python3-soundfile ;;
    quality) echo python3-h5py ;;
    windows) echo xvfb openbox xdotool x11-utils python3-pil python3-pyqt5 python3-pyqt5.qtsvg pyqt5-dev-tools ;;
    bench) echo g++ libspatialaudio-dev amb-plugins libmysofa-dev ;;
    *) echo "packages.sh: no group '$1' (build, program, test, demo, batch, quality, windows, bench)" >&2 && exit 2 ;;
  esac
}

wanted=$(for name in "$@"; do group "$name"; done)
if ! command -v dpkg-query >/dev/null; then
  echo "This system has no dpkg; install by hand what corresponds to:" $wanted >&2
  exit 0
fi
installed=$(dpkg-query -W -f '${binary:Package} ${db:Status-Status}\n' $wanted 2>/dev/null |
  sed -n 's/^\([^: ]*\)[^ ]* installed$/\1/p')
missing=$(comm -23 <(printf '%s\n' $wanted | sort -u) <(printf '%s\n' $installed | sort -u) | tr '\n' ' ')
[ -n "$missing" ] || exit 0

install="apt-get -o DPkg::Lock::Timeout=540 install -y --no-install-recommends ${missing% }"
if [ "$(id -u)" -ne 0 ]; then
  echo "Missing packages; run: sudo $install" >&2
  exit 1
fi
echo "Installing ${missing% } (this can take a few minutes)…"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
# The package lists may be missing or old; without a network, what is at hand may do.
apt-get -o DPkg::Lock::Timeout=540 update >"$log" 2>&1 || tail -n 3 "$log" >&2
if ! $install >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "The packages could not be installed; the whole log is in $log" >&2
  exit 1
fi
rm -f "$log"
