#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_DESCRIPTION_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_DESCRIPTION_H_

#include <stddef.h>

/* The description is the launcher's input, a file of fields. A field is a letter, a text and a zero
   byte. The first field is "hpdl-launch 1" and the last is ".". The other fields have any order:

     m WORD     a word of the application master's command
     a WORD     a word of the command, as it is
     A WORD     a word of the command; names between \001 and \002 are replaced
     e N=VALUE  a variable of the command's environment; replaces another value of N
     E N=VALUE  the same as e; names between \001 and \002 are replaced
     h NAME LIMIT PATH  a file to bring back: its first LIMIT bytes. "-1" and "-2" as PATH are
                        the command's standard output and standard error
     t NAME LIMIT PATH  a file to bring back: its last LIMIT bytes

   A name between \001 and \002 is a variable of the container's environment, or "JAVA". JAVA is
   the java of JAVA_HOME, or of PATH if JAVA_HOME is not set. */

enum { kMostWords = 65536, kMostFiles = 16 };

struct File {
  const char* name;
  const char* path;
  long limit;
  int tail;
};

struct Description {
  char** master; /* this list and the next two lists end with null */
  char** command;
  char** environment; /* the container's environment with the entries of the fields e and E */
  struct File files[kMostFiles];
  int file_count;
};

/* Parses the `size` bytes of `text`. Changes the text and keeps pointers into it. Returns null or
   an error message. */
const char* ReadDescription(char* text, size_t size, char** environment,
                            struct Description* description);

/* Returns the value of a variable, or null. */
const char* Variable(char** environment, const char* name);

#endif
