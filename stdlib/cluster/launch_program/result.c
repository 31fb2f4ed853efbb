#include "stdlib/cluster/launch_program/result.h"

#include <asm/errno.h>

#include "stdlib/cluster/launch_program/system.h"

enum { kLine = 8192, kBlock = 65536, kMostName = 4096 };

char* PutText(char* at, const char* text) {
  while (*text != '\0') {
    *at++ = *text++;
  }
  return at;
}

char* PutNumber(char* at, long number) {
  char digits[24];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) {
    *at++ = digits[--count];
  }
  return at;
}

char* PutEnd(char* at, const struct End* end) {
  const int started = end->not_started == 0;
  at = PutText(at, !started ? "unstarted " : end->signal != 0 ? "signal " : "exit ");
  return PutNumber(at, !started           ? end->not_started
                       : end->signal != 0 ? end->signal
                                          : end->exit_code);
}

static long PutLine(int file, char* start, char* end) {
  *end++ = '\n';
  return Write(file, start, (size_t)(end - start));
}

static long PutLost(int file, const char* name, long error) {
  char line[kLine];
  char* at = PutText(PutText(line, "lost "), name);
  return PutLine(file, line, PutNumber(PutText(at, " "), -error));
}

/* Copies `size` bytes. A file that became shorter is filled up with line feeds because the result
   already contains its size. */
static long Copy(int from, int to, long size) {
  static char block[kBlock];
  while (size > 0) {
    long got = Read(from, block, (size_t)(size < kBlock ? size : kBlock));
    if (got <= 0) {
      got = size < kBlock ? size : kBlock;
      for (long i = 0; i < got; ++i) {
        block[i] = '\n';
      }
    }
    const long written = Write(to, block, (size_t)got);
    if (written < 0) {
      return written;
    }
    size -= got;
  }
  return 0;
}

static long PutFile(int out, const struct File* file) {
  if (LengthOf(file->name) > kMostName) {
    return -ENAMETOOLONG;
  }
  const long in = OpenToRead(file->path);
  if (in == -ENOENT) {
    return 0;
  }
  const long size = in < 0 ? in : SizeOfFile((int)in);
  if (size < 0) {
    return PutLost(out, file->name, size);
  }
  const long taken = size < file->limit ? size : file->limit;
  if (file->tail) {
    Seek((int)in, size - taken);
  }
  char line[kLine];
  char* at = PutText(PutText(PutText(line, "file "), file->name), " ");
  at = PutNumber(PutText(PutNumber(at, taken), " "), size);
  long done = PutLine(out, line, at);
  if (done == 0) {
    done = Copy((int)in, out, taken);
  }
  Close((int)in);
  return done == 0 ? Write(out, "\n", 1) : done;
}

long WriteResult(const char* path, const struct End* end, const struct Description* description) {
  static const char kPartial[] = "hpdl-result.partial";
  const long out = OpenToWrite(kPartial, 0600);
  if (out < 0) {
    return out;
  }
  char line[kLine];
  long done = PutLine((int)out, line, PutEnd(PutText(line, "hpdl-result 1\n"), end));
  for (int i = 0; done == 0 && i < description->file_count; ++i) {
    done = PutFile((int)out, &description->files[i]);
  }
  if (done == 0) {
    done = Write((int)out, "end\n", 4);
  }
  Close((int)out);
  return done == 0 ? RenameFile(kPartial, path) : done;
}
