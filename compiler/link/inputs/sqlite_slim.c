/* SQLite for emitted programs. Debian's archive is one object a module, so whoever defines a module's
 * entry point first keeps the module out of the link: the journal needs no full text search, R-tree or
 * statistics tables. The archive is copied with its trigonometry and its dlopen renamed to the
 * functions below (CMakeLists.txt beside this folder), which keeps libm's tables and the dynamic loader out. Together
 * 0.9 MB of a program of 2.5 MB. */

typedef struct sqlite3 sqlite3;

int sqlite3Fts3Init(sqlite3* db);
int sqlite3Fts5Init(sqlite3* db);
int sqlite3RtreeInit(sqlite3* db);
int sqlite3DbstatRegister(sqlite3* db);
int sqlite3StmtVtabInit(sqlite3* db);
double hpdl_sqlite_no_math(double x);
void* hpdl_sqlite_no_dlopen(const char* path, int flags);
char* hpdl_sqlite_no_dlerror(void);

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

/* sin(), pow() ... of SQL: not a number, which SQLite gives out as NULL. */
double hpdl_sqlite_no_math(double x) {
  (void)x;
  return __builtin_nan("");
}
/* load_extension() of SQL: refused. dlsym and dlclose are renamed to this too, and never reached. */
void* hpdl_sqlite_no_dlopen(const char* path, int flags) {
  (void)path;
  (void)flags;
  return 0;
}
char* hpdl_sqlite_no_dlerror(void) { return 0; }
