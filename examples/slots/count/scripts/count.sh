#!/bin/sh
# count.sh VISITS TOP N: the N pages that stand most often in the logs of VISITS; both are file: URIs.
set -eu
visits=${1#file://}
top=${2#file://}
sort "$visits"/*.log | uniq -c | sort -k1,1nr -k2 | head -n "$3" >"$top/pages.txt"
