#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_SYSTEM_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_SYSTEM_H_

#include <stddef.h>
#include <stdint.h>

/* What the launcher needs of Linux, without a C library: a static program of a few kilobytes that
   starts on every node. All calls give a negative errno for a failure. */

long SystemCall(long number, long a, long b, long c, long d, long e);

long OpenToRead(const char* path);
/* Makes the file, or empties it. */
long OpenToWrite(const char* path, int mode);
long Read(int file, void* buffer, size_t size);
/* All of it, or a negative errno. */
long Write(int file, const void* bytes, size_t size);
/* -EINVAL for what is no regular file. */
long SizeOfFile(int file);
long Seek(int file, long offset);
void Close(int file);
/* The second name is the first one's afterwards. */
long RenameFile(const char* from, const char* to);
/* ends[0] to read, ends[1] to write; closed by exec. */
long Pipe(int* ends);
/* `to` is not closed by exec. */
long Duplicate(int from, int to);
long Fork(void);
/* Of any child; `status` as wait(2) gives it. */
long WaitForChild(int* status);
long Execute(const char* path, char** words, char** environment);
long Kill(int process, int signal);
/* The calling process gets SIGKILL when its parent dies; `parent` is checked for having died
   already. */
void DieWith(long parent);
long OwnProcess(void);
long WorkingDirectory(char* buffer, size_t size);
_Noreturn void Exit(int code);
/* Zeroed memory; null if there is none. */
void* Allocate(size_t size);

size_t LengthOf(const char* text);
int SameText(const char* a, const char* b);
/* What follows `start` in `text`, or null. */
const char* After(const char* text, const char* start);

/* The program, in place of main(). */
int Launch(int count, char** words, char** environment);

#endif
