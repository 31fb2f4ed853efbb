"""Runs a command as on an older kernel: `old_kernel.py LAST COMMAND...`.

Numbers of system calls grow with the kernels, so that those above LAST are not there (ENOSYS). With LAST
below that of 3.15 the locks of open files are not there either (EINVAL). x86-64 only.
"""

import ctypes
import os
import struct
import sys

LINUX_3_14, LINUX_3_17 = 315, 320  # sched_getattr, kexec_file_load
OPEN_FILE_LOCKS = range(36, 39)  # F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW
SET_NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2
X86_64, FCNTL = 0xc000003e, 72
LOAD, EQUAL, GREATER, RETURN = 0x20, 0x15, 0x25, 0x06
ALLOW, ERROR = 0x7fff0000, 0x00050000
ENOSYS, EINVAL = 38, 22
NUMBER, ARCHITECTURE, SECOND_ARGUMENT = 0, 4, 24  # offsets of what the filter sees


def filter_of(last):
    """A seccomp filter; each step is code, where to go if true and if not (how many to pass over), and a value."""
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, X86_64), (RETURN, 0, 0, ALLOW),
             (LOAD, 0, 0, NUMBER), (GREATER, 0, 1, last), (RETURN, 0, 0, ERROR | ENOSYS)]
    if last <= LINUX_3_14:
        steps += [(EQUAL, 1, 0, FCNTL), (RETURN, 0, 0, ALLOW), (LOAD, 0, 0, SECOND_ARGUMENT)]
        for command in OPEN_FILE_LOCKS:
            steps += [(EQUAL, 0, 1, command), (RETURN, 0, 0, ERROR | EINVAL)]
    return [*steps, (RETURN, 0, 0, ALLOW)]


def become_older(last):
    steps = filter_of(last)
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or libc.prctl(SET_SECCOMP, FILTER, program, 0, 0) != 0:
        sys.exit(f"no filter of system calls can be set: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    become_older(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
