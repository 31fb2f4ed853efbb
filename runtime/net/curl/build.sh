#!/bin/bash
# Builds the static libcurl that emitted programs are linked with, from Debian's source package: the
# distribution's own libcurl.a needs GSSAPI and others that have no static libraries.
#
#   build.sh [SOURCES]   prints the folder that then holds include/, libcurl.a and curl.version
#
# The result is kept in a cache folder by the hash of this script and its patch, so the second build folder, or a
# machine without network, does not build it again. SOURCES: a folder that has the three files of the
# source package already.
set -euo pipefail

version=7.88.1
# Of the upstream archive, which the whole life of Debian 12 shares. Its security patches come with
# the revision that the distribution has now; apt checks both against the archive's signature.
sha256=cdb38b72e36bc5d33d5b8810f8018ece1baa29a8f215b4495e495ded82bbf3c7

script=$(realpath "${BASH_SOURCE[0]}")
own_patch=$(dirname "$script")/quit_without_waiting.patch
key=$(cat "$script" "$own_patch" | sha256sum | cut -c1-16)
cache=${HPDL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/hpdl}
result=$cache/curl-$version-$key
work=

fail() {
  echo "libcurl: $*" >&2
  exit 1
}

# A second build folder may want the same at the same time.
take_lock() {
  mkdir -p "$cache"
  exec 9>"$cache/curl.lock"
  flock 9
}

# deb-src lines for the Debian archives that this machine already takes packages from.
source_lines() {
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Origin: Debian' 'Created-By: Packages' 'Component: main' |
    sort -u | while read -r uri release; do
      echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $release main"
    done
}

# Downloads the source package, with lists of its own: those of the machine stay as they are.
download() {
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  source_lines >"$work/sources.list"
  [[ -s $work/sources.list ]] || fail "apt has no lists of Debian's packages; run: apt-get update"
  local options=(-q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" --only-source source --download-only curl
}

unpack() {
  local archive=curl_$version.orig.tar.gz patches patch
  [[ -f $archive ]] || fail "Debian's source package is not $version any more; tell the maintainers of hpdlc"
  echo "$sha256  $archive" | sha256sum --check --quiet || fail "$archive is not the one that was reviewed"
  tar xf "$archive"
  cd "curl-$version"
  tar xf ../curl_"$version"-*.debian.tar.xz
  # The last two make the variants for other TLS libraries.
  mapfile -t patches < <(sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' debian/patches/series |
    grep -v -e '^90_gnutls' -e '^99_nss')
  for patch in "${patches[@]}"; do
    patch -p1 -s -f <"debian/patches/$patch" || fail "$patch does not apply"
  done
  patch -p1 -s -f <"$own_patch" || fail "$(basename "$own_patch") does not apply"
}

# Everything off that neither HTTP nor SMTP needs.
configure_and_make() {
  local off=() name
  for name in ALTSVC COOKIES DICT DOH FILE FTP GETOPTIONS GOPHER HSTS IMAP LDAP LDAPS LIBCURL_OPTION MQTT \
    NETRC NTLM POP3 PROGRESS_METER RTSP SMB SOCKETPAIR TELNET TFTP; do
    off+=("-DCURL_DISABLE_$name=ON")
  done
  for name in BUILD_CURL_EXE BUILD_SHARED_LIBS BUILD_TESTING CURL_USE_LIBSSH2 CURL_USE_LIBPSL CURL_ZLIB \
    ENABLE_MANUAL ENABLE_UNIX_SOCKETS USE_LIBIDN2 CURL_WERROR PICKY_COMPILER; do
    off+=("-D$name=OFF")
  done
  cmake -S . -B build -G Ninja "${off[@]}" -DCMAKE_BUILD_TYPE=MinSizeRel -DENABLE_ARES=ON -DCURL_USE_OPENSSL=ON \
    -DCURL_DISABLE_OPENSSL_AUTO_LOAD_CONFIG=ON -DCURL_CA_BUNDLE=none -DCURL_CA_PATH=none \
    -DCMAKE_POSITION_INDEPENDENT_CODE=OFF \
    -DCMAKE_C_FLAGS="-ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=."
  cmake --build build --target libcurl
}

if [[ ! -f $result/curl.version ]]; then
  for tool in apt-get cmake ninja patch xz flock; do
    command -v "$tool" >/dev/null || fail "'$tool' is missing; run: ./dev packages"
  done
  take_lock
fi
if [[ ! -f $result/curl.version ]]; then
  work=$(mktemp -d "$cache/curl-work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (
    cd "$work"
    if (($# > 0)); then cp "$1"/curl_* .; else download; fi
    unpack
    configure_and_make
  ) >"$cache/curl.log" 2>&1 || fail "building it failed:
$(tail -n 20 "$cache/curl.log")"
  rm -rf "$result"
  mkdir -p "$result/include"
  cp -r "$work/curl-$version/include/curl" "$result/include/"
  cp "$work/curl-$version/build/lib/libcurl.a" "$result/"
  (cd "$work" && ls curl_*.debian.tar.xz) | sed 's/^curl_//; s/\.debian.*//' >"$result/curl.version"
fi
echo "$result"
