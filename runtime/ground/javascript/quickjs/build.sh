#!/bin/bash
# Builds the static library of quickjs-ng, an engine of JavaScript, which Debian 12 does not have. Its C sources come
# in the source package of its binding for Python, which pip fetches; nothing of the binding is built.
#
#   build.sh [SOURCES]   prints the folder that then holds include/, libquickjs.a and quickjs.version
#
# The result is kept in a cache folder by the hash of this script and its patches, so the second build folder, or a
# machine without network, does not build it again. SOURCES: a folder that has the source package already.
set -euo pipefail

version=0.17.0
package=quickjs-ng==0.17.0.2
# Of the source package. pip compares it before it looks into the archive.
sha256=43d2e48272208721a7aaea8e3f02d4b9318f12ef20cc4f5421b59d9a470706ef

folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
own_patches=("$folder"/*.patch)
common=$folder/../../../debian_source.sh
key=$(cat "$folder/build.sh" "$common" "${own_patches[@]}" | sha256sum | cut -c1-16)

fail() {
  echo "QuickJS: $*" >&2
  exit 1
}

# shellcheck source-path=SCRIPTDIR/../../..
source "$common"
result=$hpdl_cache/quickjs-$version-$key

# The interpreter of Debian's python3-pip: it has what pip wants for reading a source package.
download() {
  echo "$package --hash=sha256:$sha256" >wanted.txt
  /usr/bin/python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: --no-build-isolation \
    --require-hashes --dest . -r wanted.txt
}

unpack() {
  local patch archive=quickjs_ng-${package#*==}.tar.gz
  echo "$sha256  $archive" | sha256sum --check --quiet || fail "$archive is not the one that was reviewed"
  tar xf "$archive"
  cd "${archive%.tar.gz}/upstream-quickjs"
  for patch in "${own_patches[@]}"; do
    patch -p1 -s -f <"$patch" || fail "$(basename "$patch") does not apply"
  done
}

# What QuickJS asserts stays checked: it is given what strangers write.
compile() {
  local name
  for name in quickjs libregexp libunicode dtoa; do
    "${CC:-cc}" -std=gnu11 -w -O2 "${hpdl_hardened[@]}" -ffunction-sections -fdata-sections \
      -fno-asynchronous-unwind-tables "-ffile-prefix-map=$PWD=." -D_GNU_SOURCE -c "$name.c" -o "$name.o" || return
  done
  ar rcs libquickjs.a quickjs.o libregexp.o libunicode.o dtoa.o
}

if [[ ! -f $result/quickjs.version ]]; then
  need_tools cc ar
  take_lock quickjs
fi
if [[ ! -f $result/quickjs.version ]]; then
  work=$(mktemp -d "$hpdl_cache/quickjs-work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (
    cd "$work"
    if (($# > 0)); then cp "$1"/quickjs_ng-*.tar.gz .; else download; fi
    unpack
    compile
  ) >"$hpdl_cache/quickjs.log" 2>&1 || fail "building it failed:
$(tail -n 20 "$hpdl_cache/quickjs.log")"
  rm -rf "$result"
  mkdir -p "$result/include"
  sources=$work/quickjs_ng-${package#*==}/upstream-quickjs
  cp "$sources/quickjs.h" "$result/include/"
  cp "$sources/libquickjs.a" "$result/"
  echo "$version" >"$result/quickjs.version"
fi
echo "$result"
