#include "stdlib/cluster/launch_program/system.h"

#include <asm/errno.h>
#include <asm/fcntl.h>
#include <asm/stat.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/signal.h>

#if defined(__x86_64__)

__asm__(
    ".globl _start\n"
    "_start:\n"
    "  xor %ebp, %ebp\n"
    "  mov %rsp, %rdi\n"
    "  and $-16, %rsp\n"
    "  call StartHere\n");

long SystemCall(long number, long a, long b, long c, long d, long e) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

__asm__(
    ".globl _start\n"
    "_start:\n"
    "  mov x29, #0\n"
    "  mov x0, sp\n"
    "  bl StartHere\n");

long SystemCall(long number, long a, long b, long c, long d, long e) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = 0;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

#else
#error "the launcher knows x86-64 and aarch64"
#endif

/* The kernel puts the number of words, the words and the environment on the stack. */
__attribute__((used)) _Noreturn void StartHere(long* stack) {
  char** words = (char**)(stack + 1);
  Exit(Launch((int)stack[0], words, words + stack[0] + 1));
}

/* The compiler calls these two functions for loops and structures. */
__attribute__((used)) void* memcpy(void* to, const void* from, size_t size) {
  char* at = to;
  for (const char* byte = from; size > 0; --size) {
    *at++ = *byte++;
  }
  return to;
}

__attribute__((used)) void* memset(void* to, int value, size_t size) {
  for (char* at = to; size > 0; --size) {
    *at++ = (char)value;
  }
  return to;
}

long OpenToRead(const char* path) {
  return SystemCall(__NR_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0);
}

long OpenToWrite(const char* path, int mode) {
  return SystemCall(__NR_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                    mode, 0);
}

long Read(int file, void* buffer, size_t size) {
  long result;
  do {
    result = SystemCall(__NR_read, file, (long)buffer, (long)size, 0, 0);
  } while (result == -EINTR);
  return result;
}

long Write(int file, const void* bytes, size_t size) {
  const char* at = bytes;
  while (size > 0) {
    const long written = SystemCall(__NR_write, file, (long)at, (long)size, 0, 0);
    if (written == -EINTR) {
      continue;
    }
    if (written < 0) {
      return written;
    }
    at += written;
    size -= (size_t)written;
  }
  return 0;
}

long SizeOfFile(int file) {
  struct stat info;
  const long result = SystemCall(__NR_fstat, file, (long)&info, 0, 0, 0);
  if (result < 0) {
    return result;
  }
  return (info.st_mode & 0170000) == 0100000 ? (long)info.st_size : -EINVAL;
}

long Seek(int file, long offset) {
  return SystemCall(__NR_lseek, file, offset, 0, 0, 0);
}

void Close(int file) {
  SystemCall(__NR_close, file, 0, 0, 0, 0);
}

long RenameFile(const char* from, const char* to) {
  return SystemCall(__NR_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0);
}

long Pipe(int* ends) {
  return SystemCall(__NR_pipe2, (long)ends, O_CLOEXEC, 0, 0, 0);
}

long Duplicate(int from, int to) {
  /* dup3 refuses two equal numbers. Then fcntl clears the flag that closes the file at exec. */
  return from == to ? SystemCall(__NR_fcntl, from, F_SETFD, 0, 0, 0)
                    : SystemCall(__NR_dup3, from, to, 0, 0, 0);
}

long Fork(void) {
  return SystemCall(__NR_clone, SIGCHLD, 0, 0, 0, 0);
}

long WaitForChild(int* status) {
  long result;
  do {
    result = SystemCall(__NR_wait4, -1, (long)status, 0, 0, 0);
  } while (result == -EINTR);
  return result;
}

long Execute(const char* path, char** words, char** environment) {
  return SystemCall(__NR_execve, (long)path, (long)words, (long)environment, 0, 0);
}

long Kill(int process, int signal) {
  return SystemCall(__NR_kill, process, signal, 0, 0, 0);
}

void DieWith(long parent) {
  SystemCall(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (SystemCall(__NR_getppid, 0, 0, 0, 0, 0) != parent) {
    Exit(1);
  }
}

long OwnProcess(void) {
  return SystemCall(__NR_getpid, 0, 0, 0, 0, 0);
}

long WorkingDirectory(char* buffer, size_t size) {
  return SystemCall(__NR_getcwd, (long)buffer, (long)size, 0, 0, 0);
}

void Exit(int code) {
  for (;;) {
    SystemCall(__NR_exit_group, code, 0, 0, 0, 0);
  }
}

/* The kernel gives zeroed pages, and an untouched page costs nothing. Memory is never freed. */
void* Allocate(size_t size) {
  static char memory[16 << 20];
  static size_t used = 0;
  size = (size + 15) & ~(size_t)15;
  if (size > sizeof memory - used) {
    return NULL;
  }
  used += size;
  return memory + used - size;
}

size_t LengthOf(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') {
    ++length;
  }
  return length;
}

int SameText(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

const char* After(const char* text, const char* start) {
  while (*start != '\0') {
    if (*text++ != *start++) {
      return NULL;
    }
  }
  return text;
}
