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

folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
own_patch=$folder/quit_without_waiting.patch
common=$folder/../../../debian_source.sh
key=$(cat "$folder/build.sh" "$common" "$own_patch" | sha256sum | cut -c1-16)

fail() {
  echo "libcurl: $*" >&2
  exit 1
}

# shellcheck source-path=SCRIPTDIR/../../..
source "$common"
result=$hpdl_cache/curl-$version-$key

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
    -DCMAKE_POSITION_INDEPENDENT_CODE=OFF -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_C_FLAGS="${hpdl_hardened[*]} -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=."
  cmake --build build --target libcurl
}

if [[ ! -f $result/curl.version ]]; then
  need_tools cmake ninja
  take_lock curl
fi
if [[ ! -f $result/curl.version ]]; then
  work=$(mktemp -d "$hpdl_cache/curl-work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (
    cd "$work"
    if (($# > 0)); then cp "$1"/curl_* .; else download_source curl; fi
    # The last two patches make the variants for other TLS libraries.
    unpack_source curl "$version" "$sha256" 90_gnutls 99_nss
    patch -p1 -s -f <"$own_patch" || fail "$(basename "$own_patch") does not apply"
    configure_and_make
  ) >"$hpdl_cache/curl.log" 2>&1 || fail "building it failed:
$(tail -n 20 "$hpdl_cache/curl.log")"
  rm -rf "$result"
  mkdir -p "$result/include"
  cp -r "$work/curl-$version/include/curl" "$result/include/"
  cp "$work/curl-$version/build/lib/libcurl.a" "$result/"
  (cd "$work" && source_revision curl) >"$result/curl.version"
fi
echo "$result"
