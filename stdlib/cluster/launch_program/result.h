#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_RESULT_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_RESULT_H_

#include "stdlib/cluster/launch_program/description.h"

/* How the command ended: one of the three. */
struct End {
  int exit_code;
  int signal;       /* not 0: of this signal */
  long not_started; /* not 0: the errno of starting it */
};

/* Writes what the command came to, under its name only when it is whole:

     hpdl-result 1
     exit N | signal N | unstarted ERRNO
     file NAME BYTES SIZE-OF-FILE, the bytes and a line feed, for each file that is there
     lost NAME ERRNO, for each that cannot be read
     end

   A negative errno for a failure. */
long WriteResult(const char* path, const struct End* end, const struct Description* description);

/* Appends a number in decimal digits at `at` and gives its end. */
char* PutNumber(char* at, long number);
char* PutText(char* at, const char* text);
/* "exit", "signal" or "unstarted" and its number. */
char* PutEnd(char* at, const struct End* end);

#endif
