/* Replaces the modules of SQLite that emitted programs do not use. Debian's archive has one object
 * for each module. If this file defines the entry points of a module first, the linker does not
 * include the module. All SQL of a program comes from runtime/store. This SQL uses no full text
 * search, R-tree, JSON, statistics tables, dates, window functions, triggers, foreign keys, VACUUM,
 * backups, databases in memory or extensions. If the schema of a damaged journal uses one of these
 * modules, SQLite reports a schema that cannot be read. CMakeLists.txt beside this folder copies
 * the archive. In the copy, calls of trigonometric functions and of dlopen lead to the functions
 * below, so the program contains neither the tables of libm nor the dynamic loader. Together these
 * replacements save 1 MB. */

typedef struct sqlite3 sqlite3;

int sqlite3Fts3Init(sqlite3* db);
int sqlite3Fts5Init(sqlite3* db);
int sqlite3RtreeInit(sqlite3* db);
int sqlite3DbstatRegister(sqlite3* db);
int sqlite3StmtVtabInit(sqlite3* db);
int sqlite3JsonTableFunctions(sqlite3* db);
void sqlite3RegisterJsonFunctions(void);

int sqlite3Fts3Init(sqlite3* db) {
  (void)db;
  return 0;
}
int sqlite3Fts5Init(sqlite3* db) {
  (void)db;
  return 0;
}
int sqlite3RtreeInit(sqlite3* db) {
  (void)db;
  return 0;
}
int sqlite3DbstatRegister(sqlite3* db) {
  (void)db;
  return 0;
}
int sqlite3StmtVtabInit(sqlite3* db) {
  (void)db;
  return 0;
}

int sqlite3JsonTableFunctions(sqlite3* db) {
  (void)db;
  return 0;
}
void sqlite3RegisterJsonFunctions(void) {}

void sqlite3RegisterDateTimeFunctions(void);
void sqlite3RegisterDateTimeFunctions(void) {}

/* The functions sin(), pow() and so on of SQL return not-a-number, which SQLite shows as NULL. */
#define HPDL_NO_MATH(name)              \
  double hpdl_sqlite_##name(double x);  \
  double hpdl_sqlite_##name(double x) { \
    (void)x;                            \
    return __builtin_nan("");           \
  }
HPDL_NO_MATH(acos)
HPDL_NO_MATH(acosh)
HPDL_NO_MATH(asin)
HPDL_NO_MATH(asinh)
HPDL_NO_MATH(atan)
HPDL_NO_MATH(atan2)
HPDL_NO_MATH(atanh)
HPDL_NO_MATH(cos)
HPDL_NO_MATH(cosh)
HPDL_NO_MATH(exp)
HPDL_NO_MATH(log)
HPDL_NO_MATH(log10)
HPDL_NO_MATH(log2)
HPDL_NO_MATH(pow)
HPDL_NO_MATH(sin)
HPDL_NO_MATH(sinh)
HPDL_NO_MATH(tan)
HPDL_NO_MATH(tanh)

/* load_extension() of SQL is refused, because nothing can be opened. */
void* hpdl_sqlite_dlopen(const char* path, int flags);
void* hpdl_sqlite_dlsym(void* library, const char* name);
int hpdl_sqlite_dlclose(void* library);
char* hpdl_sqlite_dlerror(void);

void* hpdl_sqlite_dlopen(const char* path, int flags) {
  (void)path;
  (void)flags;
  return 0;
}
void* hpdl_sqlite_dlsym(void* library, const char* name) {
  (void)library;
  (void)name;
  return 0;
}
int hpdl_sqlite_dlclose(void* library) {
  (void)library;
  return 0;
}
char* hpdl_sqlite_dlerror(void) {
  return 0;
}
