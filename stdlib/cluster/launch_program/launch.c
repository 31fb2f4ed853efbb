#include <asm/errno.h>

#include "stdlib/cluster/launch_program/description.h"
#include "stdlib/cluster/launch_program/result.h"
#include "stdlib/cluster/launch_program/system.h"

/* hpdl-launch DESCRIPTION LOG

   Runs in the container of an application. It starts the application master, whose output goes to
   the file LOG. When the master has registered, it starts the command. It writes the end of the
   command and the files to bring back into the file "hpdl-result" and tells the master. The master
   copies the result to the attempt's folder and ends the application. All processes are in one
   process group, which the node manager ends with the container. */

enum {
  kSignalKill = 9,
  kMostDescription = 4 << 20,
  kMasterTalks = 3, /* the descriptor to which the master writes a byte when it has registered */
};

static const char kResult[] = "hpdl-result";

struct Job {
  struct Description description;
  long master, command; /* process ids */
  int to_master, from_master;
};

static int Complain(const char* what, long error) {
  char line[512];
  char* at = PutText(PutText(line, "hpdl-launch: "), what);
  if (error < 0) {
    at = PutNumber(PutText(at, ": error "), -error);
  }
  *at++ = '\n';
  Write(2, line, (size_t)(at - line));
  return 1;
}

static char* ReadAll(const char* path, size_t* size) {
  const long file = OpenToRead(path);
  const long length = file < 0 ? file : SizeOfFile((int)file);
  if (length < 0 || length > kMostDescription) {
    return NULL;
  }
  char* text = Allocate((size_t)length + 1);
  *size = 0;
  for (long got = 1; text != NULL && got > 0 && *size < (size_t)length; *size += (size_t)got) {
    got = Read((int)file, text + *size, (size_t)length - *size);
    if (got < 0) {
      return NULL;
    }
  }
  Close((int)file);
  return text;
}

/* Runs the file as a shell would: if the kernel cannot run the file, sh runs it as a script. */
static long ExecuteFile(const char* path, char** words, char** environment) {
  long error = Execute(path, words, environment);
  if (error == -ENOEXEC) {
    int count = 0;
    while (words[count] != NULL) {
      ++count;
    }
    char** script = Allocate(((size_t)count + 2) * sizeof *script);
    if (script == NULL) {
      return -ENOMEM;
    }
    script[0] = (char*)"sh";
    script[1] = (char*)path;
    for (int i = 1; i <= count; ++i) {
      script[i + 1] = words[i];
    }
    error = Execute("/bin/sh", script, environment);
  }
  return error;
}

/* Searches PATH for a word without a slash. Returns only with an error. */
static long ExecuteCommand(char** words, char** environment) {
  for (const char* c = words[0]; *c != '\0'; ++c) {
    if (*c == '/') {
      return ExecuteFile(words[0], words, environment);
    }
  }
  const char* folders = Variable(environment, "PATH");
  folders = folders == NULL ? "/usr/local/bin:/usr/bin:/bin" : folders;
  char* path = Allocate(LengthOf(folders) + LengthOf(words[0]) + 2);
  long result = path == NULL ? -ENOMEM : -ENOENT;
  while (path != NULL && *words[0] != '\0') {
    char* at = path;
    while (*folders != '\0' && *folders != ':') {
      *at++ = *folders++;
    }
    if (at != path) {
      *at++ = '/';
    }
    *PutText(at, words[0]) = '\0';
    const long error = ExecuteFile(path, words, environment);
    if (error != -ENOENT && error != -ENOTDIR) {
      result = error; /* this error says more than "no such file" */
    }
    if (*folders++ == '\0') {
      break;
    }
  }
  return result;
}

static long StartMaster(struct Job* job, const char* log, char** environment) {
  int in[2], out[2];
  if (Pipe(in) < 0 || Pipe(out) < 0) {
    return -EMFILE;
  }
  const long self = OwnProcess();
  job->master = Fork();
  if (job->master == 0) {
    DieWith(self);
    const long file = OpenToWrite(log, 0640);
    if (file >= 0) {
      Duplicate((int)file, 1);
      Duplicate((int)file, 2);
    }
    Duplicate(in[0], 0);
    Duplicate(out[1], kMasterTalks);
    ExecuteCommand(job->description.master, environment);
    Exit(127);
  }
  Close(in[0]);
  Close(out[1]);
  job->to_master = in[1];
  job->from_master = out[0];
  return job->master < 0 ? job->master : 0;
}

/* Returns 0 or a negative errno. The errno of a failed start comes through a pipe that exec
   closes. */
static long StartCommand(struct Job* job) {
  int failed[2];
  if (Pipe(failed) < 0) {
    return -EMFILE;
  }
  const long self = OwnProcess();
  job->command = Fork();
  if (job->command == 0) {
    DieWith(self);
    const long nothing = OpenToRead("/dev/null");
    if (nothing >= 0) {
      Duplicate((int)nothing, 0);
    }
    const long error = ExecuteCommand(job->description.command, job->description.environment);
    Write(failed[1], &error, sizeof error);
    Exit(127);
  }
  Close(failed[1]);
  long error = job->command < 0 ? job->command : 0;
  if (error == 0 && Read(failed[0], &error, sizeof error) != (long)sizeof error) {
    error = 0;
  }
  Close(failed[0]);
  return error;
}

/* Waits for the command. If the master ends first, YARN considers the application ended, so all
   processes of the group are killed. */
static struct End AwaitCommand(const struct Job* job) {
  struct End end = {0, 0, 0};
  for (;;) {
    int status = 0;
    const long process = WaitForChild(&status);
    if (process == job->command) {
      end.signal = status & 0x7f;
      end.exit_code = end.signal == 0 ? (status >> 8) & 0xff : 0;
      return end;
    }
    if (process == job->master || process < 0) {
      Complain("the application master has ended before the command, which is killed", 0);
      Kill(0, kSignalKill);
      Exit(1);
    }
  }
}

static int AwaitMaster(const struct Job* job) {
  for (;;) {
    int status = 0;
    const long process = WaitForChild(&status);
    if (process == job->master) {
      return status == 0 ? 0 : Complain("the application master has failed", 0);
    }
    if (process < 0) {
      return Complain("the application master is lost", process);
    }
  }
}

static void TellMaster(const struct Job* job, const struct End* end) {
  char line[64];
  const int well = end->not_started == 0 && end->signal == 0 && end->exit_code == 0;
  char* at = PutEnd(PutText(line, well ? "SUCCEEDED " : "FAILED "), end);
  *at++ = '\n';
  Write(job->to_master, line, (size_t)(at - line));
  Close(job->to_master);
}

int Launch(int count, char** words, char** environment) {
  static struct Job job;
  size_t size = 0;
  char* text = count == 3 ? ReadAll(words[1], &size) : NULL;
  if (text == NULL) {
    return Complain("cannot read the description", 0);
  }
  const char* problem = ReadDescription(text, size, environment, &job.description);
  if (problem != NULL) {
    return Complain(problem, 0);
  }
  const long started = StartMaster(&job, words[2], environment);
  if (started < 0) {
    return Complain("cannot start the application master", started);
  }
  char byte = 0;
  if (Read(job.from_master, &byte, 1) != 1) {
    return Complain("the application master did not come up, see its log", 0);
  }
  struct End end = {0, 0, -StartCommand(&job)};
  if (end.not_started == 0) {
    end = AwaitCommand(&job);
  }
  const long written = WriteResult(kResult, &end, &job.description);
  if (written < 0) {
    Complain("cannot write the result", written);
  }
  TellMaster(&job, &end);
  return AwaitMaster(&job);
}
