#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_RESULT_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_RESULT_H_

#include "stdlib/cluster/launch_program/description.h"

/* The end of the command: an exit code, a signal or a failed start. */
struct End {
  int exit_code;
  int signal;       /* not 0: the signal that ended the command */
  long not_started; /* not 0: the errno of the failed start */
};

/* Writes the result. The file has the name `path` only when it is complete:

     hpdl-result 1
     exit N | signal N | unstarted ERRNO
     file NAME BYTES SIZE-OF-FILE, the bytes and a line feed, for each file that exists
     lost NAME ERRNO, for each file that cannot be read
     end

   Returns a negative errno if it fails. */
long WriteResult(const char* path, const struct End* end, const struct Description* description);

/* Writes a number in decimal digits to `at` and returns the end of the text. */
char* PutNumber(char* at, long number);
char* PutText(char* at, const char* text);
/* Writes "exit", "signal" or "unstarted" and its number to `at`. Returns the end of the text. */
char* PutEnd(char* at, const struct End* end);

#endif
