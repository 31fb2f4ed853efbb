#!/bin/sh
# count.sh TEXT OUT: writes how often each word stands in TEXT, and prints the sums as properties.
set -eu
tr -cs '[:alpha:]' '\n' <"$1" | tr '[:upper:]' '[:lower:]' | sed '/^$/d' >"$2.words"
sort "$2.words" | uniq -c | sort -k1,1nr -k2 >"$2"
echo "words=$(wc -l <"$2.words")"
echo "distinct=$(wc -l <"$2")"
rm "$2.words"
