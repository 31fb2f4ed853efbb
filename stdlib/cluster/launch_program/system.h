#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_SYSTEM_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_PROGRAM_SYSTEM_H_

#include <stddef.h>
#include <stdint.h>

/* The functions of Linux that the launcher needs, without a C library. So the launcher is a static
   program of a few kilobytes that starts on every node. All calls return a negative errno if they
   fail. */

long SystemCall(long number, long a, long b, long c, long d, long e);

long OpenToRead(const char* path);
/* Makes the file or empties it. */
long OpenToWrite(const char* path, int mode);
long Read(int file, void* buffer, size_t size);
/* Writes all bytes, or returns a negative errno. */
long Write(int file, const void* bytes, size_t size);
/* Returns the size in bytes. Returns -EINVAL if the file is not a regular file. */
long SizeOfFile(int file);
long Seek(int file, long offset);
void Close(int file);
/* Renames a file. An existing file `to` is replaced. */
long RenameFile(const char* from, const char* to);
/* ends[0] is for reading and ends[1] for writing. exec closes both ends. */
long Pipe(int* ends);
/* Makes `to` a copy of `from`. exec does not close `to`. */
long Duplicate(int from, int to);
long Fork(void);
/* Waits for any child. `status` is as wait(2) gives it. */
long WaitForChild(int* status);
long Execute(const char* path, char** words, char** environment);
long Kill(int process, int signal);
/* Makes the kernel send SIGKILL to the calling process when its parent dies. Exits if the process
   `parent` has died already. */
void DieWith(long parent);
long OwnProcess(void);
long WorkingDirectory(char* buffer, size_t size);
_Noreturn void Exit(int code);
/* Returns zeroed memory, or null if no memory is left. */
void* Allocate(size_t size);

size_t LengthOf(const char* text);
int SameText(const char* a, const char* b);
/* Returns the text after the prefix `start` of `text`. Returns null if `text` does not begin with
   `start`. */
const char* After(const char* text, const char* start);

/* Runs the program in place of main(). Returns its exit code. */
int Launch(int count, char** words, char** environment);

#endif
