#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_DESCRIPTION_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_DESCRIPTION_H_

#include <stddef.h>

/* What the launcher is told to do: a file of fields, each a letter, a text and a zero byte. The
   first is "hpdl-launch 1", the last is "."; what lies between is in any order:

     m WORD     of the application master's command
     a WORD     of the command, as it is
     A WORD     of the command, with what is between \001 and \002 replaced
     e N=VALUE  of the command's environment, in the place of another value of N
     E N=VALUE  the same, replaced
     h NAME LIMIT PATH  a file to bring back: its first LIMIT bytes. "-1" and "-2" as PATH are
                        the command's standard output and standard error
     t NAME LIMIT PATH  the same, its last LIMIT bytes

   Between \001 and \002 is the name of a variable of the container's environment, or "JAVA":
   the java of JAVA_HOME, or of PATH if there is no such variable. */

enum { kMostWords = 65536, kMostFiles = 16 };

struct File {
  const char* name;
  const char* path;
  long limit;
  int tail;
};

struct Description {
  char** master; /* ends with null, as the next two */
  char** command;
  char** environment; /* the container's, with the fields' */
  struct File files[kMostFiles];
  int file_count;
};

/* Takes `text` apart, which it changes and keeps; it has `size` bytes. Null, or what is wrong. */
const char* ReadDescription(char* text, size_t size, char** environment,
                            struct Description* description);

/* The value of a variable, or null. */
const char* Variable(char** environment, const char* name);

#endif
