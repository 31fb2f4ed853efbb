#!/bin/sh
# rank.sh PARTS N: adds up the parts and keeps the N most frequent words.
set -eu
{
  echo "Words: GPL-3 $WORDS_GPL, Apache-2.0 $WORDS_APACHE, Artistic $WORDS_ARTISTIC"
  cat "$1"/*.tsv | awk '{ n[$2] += $1 } END { for (w in n) printf "%6d %s\n", n[w], w }' |
    sort -k1,1nr -k2 | head -n "$2"
} >"$1/top-words.txt"
