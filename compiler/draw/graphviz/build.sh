#!/bin/bash
# Builds the layout `dot` of Graphviz as one object without symbols other than those that
# ../graphviz_layout.c calls, from Debian's source package: the distribution has shared libraries only, with
# plugins that are loaded at run time, and hpdlc is one static file.
#
#   build.sh [SOURCES]   prints the folder that then holds include/, libgraphviz.a and graphviz.version
#
# The result is kept in a cache folder by the hash of this folder's files, so the second build folder, or a
# machine without network, does not build it again. SOURCES: a folder that has the three files of the
# source package already.
set -euo pipefail

version=2.42.2
# Of the upstream archive; apt checks Debian's revision of it against the archive's signature.
sha256=1daed697d9cdd7fac3b320336fa98dd3518dd211769301dc716869fc3d5409b1

# Called by ../graphviz_layout.c.
wanted=(agopen agattr agnode agedge agsubg agfstsubg agnxtsubg agsubnode agxset agseterr agbindrec Agdirected
  graph_init gv_initShapes textfont_dict_open setEdgeType
  dot_init_node_edge dot_rank dot_mincross dot_position dot_sameports dot_splines dotneato_postprocess)

folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
common=$folder/../../../runtime/debian_source.sh
key=$(cat "$common" "$folder"/*.* | sha256sum | cut -c1-16)

fail() {
  echo "Graphviz: $*" >&2
  exit 1
}

# shellcheck source-path=SCRIPTDIR/../../../runtime
source "$common"
result=$hpdl_cache/graphviz-$version-$key

# The sources of a layout: no parser, no renderer, no plugins.
sources() {
  ls lib/{cdt,cgraph,pathplan,pack,label,dotgen}/*.c |
    grep -v -e cgraph/main -e cgraph/tester -e cgraph/cmpnd -e label/nrtmain -e pack/ptest
  printf 'lib/common/%s.c\n' arrows ellipse geom input intset labels memory ns pointset postproc routespl \
    shapes splines taper timing utils
  printf '%s\n' lib/gvc/gvtextlayout.c own/layout_globals.c own/never_called.c
}

# The label of a long edge stands where the edge begins; Graphviz puts it in the middle.
move_labels() {
  local middle='label_rank = (ND_rank(from) + ND_rank(to)) / 2;'
  [[ $(grep -cF "$middle" lib/dotgen/class2.c) == 1 ]] || return
  sed -i "s|label_rank = (.*) / 2;|label_rank = ND_rank(from) + 1;|" lib/dotgen/class2.c
}

compile() {
  local include=(-I. -Iown) name keep=()
  for name in cdt cgraph common gvc pathplan pack label dotgen xdot ortho; do
    include+=("-Ilib/$name")
  done
  mkdir own objects
  cp "$folder"/*.[ch] own/
  # The code is of 1990 to 2014: nothing in it is worth a warning here, and aliasing rules are not kept.
  sources | xargs -P 2 -I{} sh -c 'name=$(echo "$1" | tr / _); shift; exec "$@" -o "objects/$name.o"' sh {} \
    "${CC:-cc}" -w -O2 -fno-strict-aliasing "${hpdl_hardened[@]}" -ffunction-sections -fdata-sections \
    -fno-asynchronous-unwind-tables "-ffile-prefix-map=$PWD=." -DNDEBUG "${include[@]}" -c {} || return
  ld -r --gc-sections $(printf ' -u %s' "${wanted[@]}") objects/*.o -o all.o || return
  for name in "${wanted[@]}"; do keep+=("--keep-global-symbol=$name"); done
  objcopy "${keep[@]}" all.o graphviz.o && ar rcs libgraphviz.a graphviz.o
}

if [[ ! -f $result/graphviz.version ]]; then
  need_tools cc ld objcopy ar bzip2
  take_lock graphviz
fi
if [[ ! -f $result/graphviz.version ]]; then
  work=$(mktemp -d "$hpdl_cache/graphviz-work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (
    cd "$work"
    if (($# > 0)); then cp "$1"/graphviz_* .; else download_source graphviz; fi
    unpack_source graphviz "$version" "$sha256"
    move_labels || fail "there is no place for labels"
    compile
  ) >"$hpdl_cache/graphviz.log" 2>&1 || fail "building it failed:
$(tail -n 20 "$hpdl_cache/graphviz.log")"
  rm -rf "$result"
  mkdir -p "$result/include/graphviz"
  cp "$work/graphviz-$version"/lib/{cdt,cgraph,common,gvc,pathplan}/*.h "$result/include/graphviz/"
  cp "$work/graphviz-$version/libgraphviz.a" "$result/"
  (cd "$work" && source_revision graphviz) >"$result/graphviz.version"
fi
echo "$result"
