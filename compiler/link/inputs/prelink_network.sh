#!/bin/bash
# Makes one object of what lies behind runtime/world/net, in an archive of its own: what nobody calls is thrown
# out here once, and not at each `hpdlc build`, which would read 11 MB of archives for it.
#
#   prelink_network.sh LD OBJCOPY NM AR OUTPUT CALLERS ARCHIVE...
#
# CALLERS: archives, separated by commas. What they call stays visible, so that a program has OpenSSL once.
set -euo pipefail

ld=$1 objcopy=$2 nm=$3 ar=$4 output=$5
IFS=, read -ra callers <<<"$6"
shift 6
work=$(mktemp -d "$output.XXXXXX")
trap 'rm -rf "$work"' EXIT

mapfile -t roots < <(comm -12 <("$nm" "${callers[@]}" 2>/dev/null | sed -n 's/^ *U //p' | sort -u) \
  <("$nm" --defined-only --extern-only "$@" 2>/dev/null | sed -n 's/^[0-9a-f]\+ [A-Z] //p' | sort -u))
((${#roots[@]} > 0)) || { echo "${callers[*]} call nothing of libcurl" >&2; exit 1; }
"$ld" -r --gc-sections --strip-debug "${roots[@]/#/--undefined=}" -o "$work/network.o" --start-group "$@" --end-group

# Name service modules and the dynamic loader cannot be had in a static program, and c-ares needs
# neither; network_slim.c has what is called instead.
for name in dlopen dlsym dlclose dlerror dladdr getaddrinfo freeaddrinfo gai_strerror gethostbyname getservbyname \
  getservbyport_r getnameinfo; do
  echo "$name hpdl_net_$name"
done >"$work/renames"
# Unwind tables of C code that nothing is thrown through are a tenth of its size.
"$objcopy" --redefine-syms="$work/renames" --remove-section=.eh_frame --remove-section=.rela.eh_frame \
  "${roots[@]/#/--keep-global-symbol=}" "$work/network.o"
rm -f "$output"
"$ar" rcD "$output" "$work/network.o"
