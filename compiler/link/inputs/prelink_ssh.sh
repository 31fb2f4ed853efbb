#!/bin/bash
# Makes one object of libssh, with what runtime/world/ssh calls and no more: the server's half goes. What it
# calls of OpenSSL is in libnetwork.a.
#
#   prelink_ssh.sh LD OBJCOPY NM AR OUTPUT RUNTIME_SSH LIBSSH
set -euo pipefail

ld=$1 objcopy=$2 nm=$3 ar=$4 output=$5 runtime_ssh=$6 libssh=$7
work=$(mktemp -d "$output.XXXXXX")
trap 'rm -rf "$work"' EXIT

mapfile -t roots < <("$nm" "$runtime_ssh" | sed -n 's/^ *U \(ssh_.*\)$/\1/p' | sort -u)
((${#roots[@]} > 0)) || { echo "$runtime_ssh calls nothing of libssh" >&2; exit 1; }
"$ld" -r --gc-sections --strip-debug "${roots[@]/#/--undefined=}" -o "$work/ssh.o" "$libssh"
"$objcopy" "${roots[@]/#/--keep-global-symbol=}" "$work/ssh.o"
rm -f "$output"
"$ar" rcD "$output" "$work/ssh.o"
