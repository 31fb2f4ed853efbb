// The least that any durable engine must do, without the engine: N times a process and a commit.
//   spawn_commit chain N DB    one after the other; the end of one and the start of the next share
//   a
//                              durable SQLite commit
//   spawn_commit fork N DB     four at a time; what has ended by then shares a commit
//   spawn_commit spawn N       no commits at all
#define _GNU_SOURCE
#include <spawn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char** environ;

enum { kWidth = 4, kBatch = 64 };

static sqlite3* database;
static sqlite3_stmt* insert;

static void Check(int result, const char* what) {
  if (result != SQLITE_OK && result != SQLITE_DONE) {
    fprintf(stderr, "spawn_commit: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
  }
}

static void Execute(const char* sql) {
  Check(sqlite3_exec(database, sql, NULL, NULL, NULL), sql);
}

static void Open(const char* path) {
  Check(sqlite3_open(path, &database), "open");
  Execute(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
      "CREATE TABLE node(id INTEGER, state INTEGER, text TEXT)");
  Check(sqlite3_prepare_v2(database, "INSERT INTO node VALUES(?1, ?2, 'ended with exit code 0')",
                           -1, &insert, NULL),
        "prepare");
}

static void Row(int id, int state) {
  sqlite3_bind_int(insert, 1, id);
  sqlite3_bind_int(insert, 2, state);
  Check(sqlite3_step(insert), "insert");
  sqlite3_reset(insert);
}

static void Spawn(void) {
  char* arguments[] = {"true", NULL};
  pid_t pid = 0;
  const int result = posix_spawnp(&pid, "true", NULL, NULL, arguments, environ);
  if (result != 0) {
    fprintf(stderr, "spawn_commit: posix_spawn: %s\n", strerror(result));
    exit(1);
  }
}

static void Wait(void) {
  int status = 0;
  if (wait(&status) < 0 || status != 0) {
    fprintf(stderr, "spawn_commit: a child failed\n");
    exit(1);
  }
}

static void RunChain(int count) {
  for (int i = 0; i < count; ++i) {
    if (database != NULL) {
      Execute("BEGIN");
      Row(i - 1, 2);
      Row(i, 1);
      Execute("COMMIT");
    }
    Spawn();
    Wait();
  }
}

static void RunFork(int count) {
  Execute("BEGIN");
  for (int i = 0; i < count; ++i) {
    Row(i, 1);
  }
  Execute("COMMIT");
  int started = 0;
  while (started < count && started < kWidth) {
    Spawn();
    ++started;
  }
  for (int ended = 0; ended < count;) {
    Execute("BEGIN");
    for (int batch = 0; batch < kBatch && ended < count; ++batch) {
      Wait();
      Row(ended++, 2);
      if (started < count) {
        Spawn();
        ++started;
      }
    }
    Execute("COMMIT");
  }
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: spawn_commit chain|fork|spawn N [DB]\n");
    return 2;
  }
  const int count = atoi(argv[2]);
  if (argc > 3) {
    Open(argv[3]);
  }
  struct timespec begin;
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  if (strcmp(argv[1], "fork") == 0) {
    RunFork(count);
  } else {
    RunChain(count);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%.6f\n",
         (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
  return 0;
}
