/* Replaces the modules of SQLite that emitted programs leave out although other modules call them;
 * sqlite_slim.c gives the reason. The modules implement constructs such as window functions and
 * triggers. A function that SQLite calls for any SQL answers that there is no construct of its
 * module. A function that the parser calls when it meets a construct makes the statement fail.
 * Every other function of these modules takes an object that only the parser can make. */

typedef struct sqlite3 sqlite3;
typedef struct Parse Parse;

enum { kError = 1 };

void sqlite3ErrorMsg(Parse* parse, const char* format, ...);

static void Refuse(Parse* parse, const char* what) {
  sqlite3ErrorMsg(parse, "%s: left out of this SQLite", what);
}

/* A function that returns 0. Callers ignore this result, or it means "none" or "nothing done". */
#define HPDL_NONE(name) \
  void* name(void);     \
  void* name(void) {    \
    return 0;           \
  }
/* A function that the parser calls at the start of a construct. The statement then fails. */
#define HPDL_REFUSED(name, what) \
  void* name(Parse* parse);      \
  void* name(Parse* parse) {     \
    Refuse(parse, what);         \
    return 0;                    \
  }

/* window.c */
HPDL_REFUSED(sqlite3WindowAlloc, "window function")
HPDL_NONE(sqlite3WindowAssemble)
HPDL_NONE(sqlite3WindowAttach)
HPDL_NONE(sqlite3WindowChain)
HPDL_NONE(sqlite3WindowCodeInit)
HPDL_NONE(sqlite3WindowCodeStep)
HPDL_NONE(sqlite3WindowCompare)
HPDL_NONE(sqlite3WindowDelete)
HPDL_NONE(sqlite3WindowDup)
HPDL_NONE(sqlite3WindowFunctions)
HPDL_NONE(sqlite3WindowLink)
HPDL_NONE(sqlite3WindowListDelete)
HPDL_NONE(sqlite3WindowListDup)
HPDL_NONE(sqlite3WindowRewrite)
HPDL_NONE(sqlite3WindowUnlinkFromSelect)
HPDL_NONE(sqlite3WindowUpdate)

/* trigger.c */
HPDL_REFUSED(sqlite3BeginTrigger, "trigger")
HPDL_REFUSED(sqlite3DropTrigger, "trigger")
HPDL_NONE(sqlite3CodeRowTrigger)
HPDL_NONE(sqlite3CodeRowTriggerDirect)
HPDL_NONE(sqlite3DeleteTrigger)
HPDL_NONE(sqlite3DeleteTriggerStep)
HPDL_NONE(sqlite3DropTriggerPtr)
HPDL_NONE(sqlite3FinishTrigger)
HPDL_NONE(sqlite3TriggerColmask)
HPDL_NONE(sqlite3TriggerDeleteStep)
HPDL_NONE(sqlite3TriggerInsertStep)
HPDL_NONE(sqlite3TriggerList)
HPDL_NONE(sqlite3TriggerSelectStep)
HPDL_NONE(sqlite3TriggerStepSrc)
HPDL_NONE(sqlite3TriggerUpdateStep)
HPDL_NONE(sqlite3UnlinkAndDeleteTrigger)

void* sqlite3TriggersExist(Parse* parse, void* table, int what, void* changes, int* when);
void* sqlite3TriggersExist(Parse* parse, void* table, int what, void* changes, int* when) {
  (void)parse;
  (void)table;
  (void)what;
  (void)changes;
  if (when != 0) {
    *when = 0;
  }
  return 0;
}

/* fkey.c: foreign keys have no effect unless a pragma switches them on. */
HPDL_NONE(sqlite3FkActions)
HPDL_NONE(sqlite3FkCheck)
HPDL_NONE(sqlite3FkClearTriggerCache)
HPDL_NONE(sqlite3FkDelete)
HPDL_NONE(sqlite3FkDropTable)
HPDL_NONE(sqlite3FkOldmask)
HPDL_NONE(sqlite3FkReferences)
HPDL_NONE(sqlite3FkRequired)

int sqlite3FkLocateIndex(void);
int sqlite3FkLocateIndex(void) {
  return kError;
}

/* vacuum.c and backup.c */
HPDL_REFUSED(sqlite3Vacuum, "VACUUM")
HPDL_NONE(sqlite3BackupRestart)
HPDL_NONE(sqlite3BackupUpdate)

int sqlite3RunVacuum(void);
int sqlite3RunVacuum(void) {
  return kError;
}

/* memdb.c */
HPDL_NONE(sqlite3MemdbInit)
HPDL_NONE(sqlite3IsMemdb)

/* loadext.c: its table of SQLite's functions would bring all these functions into the program. */
HPDL_NONE(sqlite3AutoLoadExtensions)
HPDL_NONE(sqlite3CloseExtensions)
HPDL_NONE(sqlite3_reset_auto_extension)

int sqlite3_load_extension(sqlite3* db, const char* file, const char* entry, char** message);
int sqlite3_load_extension(sqlite3* db, const char* file, const char* entry, char** message) {
  (void)db;
  (void)file;
  (void)entry;
  if (message != 0) {
    *message = 0;
  }
  return kError;
}
