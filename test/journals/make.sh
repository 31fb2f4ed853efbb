#!/bin/bash
# Makes the journals of one version again: make.sh VERSION COMMIT [FLAG...]
#
#   1  9ac985f
#   2  a690445  -DHPDL_JOURNAL_HAS_CALLBACKS
#   3  3443b29  -DHPDL_JOURNAL_HAS_CALLBACKS
#   4  3c92915  -DHPDL_JOURNAL_HAS_CALLBACKS
#   5  17aa7dd  -DHPDL_JOURNAL_HAS_CALLBACKS
#   6  ac63090  -DHPDL_JOURNAL_HAS_CALLBACKS
#
# COMMIT is the last one that wrote the version. Its engine is compiled with make_journals.cpp of this
# commit, without optimising; what only actions of the cluster need is left out. Journals hold times and ids,
# so new ones differ from those that are kept; there is no need to make an old version again. A new version of the
# journal wants a line here and its folder: test/run/run_journals.py says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
version=$1 commit=$2
shift 2
here=$PWD
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
git -C ../.. archive "$commit" runtime stdlib/core | tar -x -C "$tree"
mkdir -p "$tree/test/journals" "$tree/objects"
cp program.h make_journals.cpp "$tree/test/journals"

mapfile -t sources < <(cd "$tree" && ls runtime/{base,config,engine,files,process,site,store,token,value}/*.cpp 2>/dev/null |
  grep -vE '_(test|fuzz)\.cpp$')
printf '%s\n' "${sources[@]}" test/journals/make_journals.cpp | (
  cd "$tree"
  xargs -P "${JOBS:-$(nproc)}" -I{} bash -c \
    'source=$1; shift; exec g++ -std=c++20 -O0 -w -I. "$@" -c "$source" -o "objects/${source//\//_}.o"' _ {} "$@"
)
# What is left out is not called.
g++ "$tree"/objects/*.o -lsqlite3 -lexpat -lpthread -Wl,--unresolved-symbols=ignore-all -no-pie -o "$tree/make_journals"
for job in died asks ended; do
  id=$("$tree/make_journals" "$tree/state" "$job") || [[ $job == died ]]
  rm -rf "v$version/$job"
  mkdir -p "v$version/$job"
  cp "$tree/state/jobs/$id"/journal.db* "v$version/$job"
  rm -f "v$version/$job"/*-shm
  echo "$id" >"v$version/$job/id"
done
echo "made $here/v$version"
