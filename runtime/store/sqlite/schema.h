#ifndef HPDL_RUNTIME_STORE_SQLITE_SCHEMA_H_
#define HPDL_RUNTIME_STORE_SQLITE_SCHEMA_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// The tables of the two kinds of database in a state directory, and the steps that bring older
/// databases up to date. docs/design/engine.md says which process writes a table, and when.
namespace hpdl::rt::store_schema {

/// The version of `journal.db` that this code writes. A newer version is refused.
inline constexpr std::int64_t kJournalVersion = 6;

/// The tables of `<state>/jobs/<id>/journal.db`, with WAL and synchronous=FULL. All times are
/// milliseconds UTC since 1970; 0 means "not yet". `sum` is the checksum of a row: a 64-bit hash
/// over the other columns, in their order. SQLite itself finds broken pages, but it does not find a
/// flipped bit in a value.
///
/// - meta: facts of the job as a whole: schema_version, program_hash, compiler_version,
///   program_path, local (0/1), parallel, site_path, callback_listen, callback_address,
///   callback_url, callback_token, salt, park, environment, and `sum`, a hash over the facts. The
///   callback facts came with version 2, salt with version 3, park and environment with version 6;
///   a fact that is not set has no row. `epoch` is the epoch of the process that last opened the
///   journal for writing; programs from before the epoch neither read nor raise it.
/// - job: one row for each workflow job. Number 0 is the root job; other numbers are sub-workflow
///   jobs. `state` is JobState, `run` is the number of the current run. `parked` and
///   `callback_hash` came with version 6. Both are members of JobRow. Only the root job has them;
///   in other rows they are null.
/// - node: the record of a node in one run of a job. A row appears when the node starts, or when a
///   rerun skips it (`skipped`). Each transition replaces the row. `state` is NodeState.
///   `arguments` has the encoding of runtime/engines/workflow/args_codec.h. `data` is a Java
///   properties text. `counters` is JSON. `token` is a Java properties text with the node's part of
///   the workflow token, or null. `error_class` is the class of the failure as a word, or null.
///   `wait` describes the event that the action waits for, or is null if no wait is recorded.
///   `token` and `error_class` came with version 2, and `wait` with version 6. Therefore these
///   columns come after `sum`. A null in these columns is not part of `sum`, so rows of older
///   versions keep their checksums.
/// - property: the job properties of each run, after expansion. In a coordinator, run -1 has the
///   definition with the values of the properties (coordinator_submit.h).
/// - callback (from version 2 on): the callbacks for attempts of actions, in the order of arrival.
/// - notification (from version 2 on): the notifications to URLs, written with the commit of the
///   transition. `state` is NotificationState.
/// - ended_run (from version 4 on): the row of a job at the end of each run that a rerun
///   followed. The columns are those of job without `parked` and `callback_hash`.
/// - attempt (from version 4 on): the attempts that a later attempt of the same action followed.
///   The last attempt of a node is in the node's row.
/// - answer (from version 5 on): the answers to messages of the mailbox, by message id.
///   `error_code` is "" if the message was not refused.
#define HPDL_JOURNAL_ANSWER                                                          \
  "CREATE TABLE answer(message TEXT PRIMARY KEY, answered INTEGER, error_code TEXT," \
  " error_message TEXT, sum INTEGER) WITHOUT ROWID;"
#define HPDL_JOURNAL_RUNS_AND_ATTEMPTS                                                           \
  "CREATE TABLE ended_run(number INTEGER, id TEXT, parent INTEGER, parent_node TEXT,"            \
  " workflow INTEGER, dialect INTEGER, app_name TEXT, app_path TEXT, user TEXT, grp TEXT,"       \
  " state INTEGER, run INTEGER, created INTEGER, started INTEGER, ended INTEGER,"                \
  " modified INTEGER, error_code TEXT, error_message TEXT, last_error_node TEXT,"                \
  " suspended_by TEXT, sum INTEGER, PRIMARY KEY(number, run)) WITHOUT ROWID;"                    \
  "CREATE TABLE attempt(job INTEGER, run INTEGER, node TEXT, attempt INTEGER, sequence INTEGER," \
  " state INTEGER, started INTEGER, ended INTEGER, error_code TEXT, error_message TEXT,"         \
  " external_id TEXT, sum INTEGER, PRIMARY KEY(job, run, node, attempt)) WITHOUT ROWID;"
#define HPDL_JOURNAL_NOTIFICATION                                                             \
  "CREATE TABLE notification(id INTEGER PRIMARY KEY, job INTEGER, run INTEGER, hook INTEGER," \
  " node TEXT, status TEXT, url TEXT, target TEXT, state INTEGER, tries INTEGER,"             \
  " created INTEGER, tried INTEGER, error TEXT, sum INTEGER);"
#define HPDL_JOURNAL_CALLBACK                                                                   \
  "CREATE TABLE callback(job INTEGER, run INTEGER, node TEXT, attempt INTEGER, number INTEGER," \
  " received INTEGER, status TEXT, content_type TEXT, body BLOB, sum INTEGER,"                  \
  " PRIMARY KEY(job, run, node, attempt, number)) WITHOUT ROWID;"
inline constexpr const char* kJournalTables =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE job(number INTEGER PRIMARY KEY, id TEXT, parent INTEGER, parent_node TEXT,"
    " workflow INTEGER, dialect INTEGER, app_name TEXT, app_path TEXT, user TEXT, grp TEXT,"
    " state INTEGER, run INTEGER, created INTEGER, started INTEGER, ended INTEGER,"
    " modified INTEGER, error_code TEXT, error_message TEXT, last_error_node TEXT,"
    " suspended_by TEXT, sum INTEGER, parked TEXT, callback_hash TEXT);"
    "CREATE TABLE node(job INTEGER, run INTEGER, node TEXT, type TEXT, state INTEGER,"
    " attempt INTEGER, sequence INTEGER, skipped INTEGER, transition TEXT, started INTEGER,"
    " ended INTEGER, error_code TEXT, error_message TEXT, external_id TEXT, tracker_uri TEXT,"
    " external_status TEXT, console_url TEXT, data TEXT, counters TEXT, arguments BLOB,"
    " progress BLOB, sum INTEGER, token TEXT, error_class TEXT, wait TEXT,"
    " PRIMARY KEY(job, run, node)) WITHOUT ROWID;"
    "CREATE TABLE property(job INTEGER, run INTEGER, name TEXT, value TEXT, sum INTEGER,"
    " PRIMARY KEY(job, run, name)) WITHOUT ROWID;" HPDL_JOURNAL_CALLBACK HPDL_JOURNAL_NOTIFICATION
        HPDL_JOURNAL_RUNS_AND_ATTEMPTS HPDL_JOURNAL_ANSWER;

/// The further tables in the journal of a coordinator or a bundle. The first row that is put
/// creates them (coordinator_records.h). Older programs ignore these tables, so the tables need no
/// new version of the journal.
/// - coordinator, bundle: one row, with the key 0.
/// - coordinator_action: `state` is ActionState, `wish` is ActionWish. The index is used to count
///   actions by state.
/// - bundled: one row for each coordinator of a bundle.
inline constexpr const char* kCoordinatorTables =
    "CREATE TABLE IF NOT EXISTS coordinator(number INTEGER PRIMARY KEY, start INTEGER,"
    " finish INTEGER, pause INTEGER, frequency TEXT, time_unit TEXT, timezone TEXT,"
    " execution TEXT, concurrency INTEGER, throttle INTEGER, timeout INTEGER,"
    " next_number INTEGER, next_time INTEGER, next_regular INTEGER, all_made INTEGER,"
    " pending INTEGER, bundle_id TEXT, sum INTEGER);"
    "CREATE TABLE IF NOT EXISTS coordinator_action(number INTEGER PRIMARY KEY, state INTEGER,"
    " wish INTEGER, run INTEGER, nominal INTEGER, actual INTEGER, created INTEGER,"
    " modified INTEGER, timeout INTEGER, external_id TEXT, error_code TEXT, error_message TEXT,"
    " missing TEXT, inputs TEXT, outputs TEXT, configuration TEXT, sum INTEGER);"
    "CREATE INDEX IF NOT EXISTS coordinator_action_state ON coordinator_action(state);"
    "CREATE TABLE IF NOT EXISTS bundle(number INTEGER PRIMARY KEY, kick_off INTEGER,"
    " finish INTEGER, pause INTEGER, suspended INTEGER, pending INTEGER, sum INTEGER);"
    "CREATE TABLE IF NOT EXISTS bundled(place INTEGER PRIMARY KEY, name TEXT,"
    " coordinator_id TEXT, state INTEGER, pending INTEGER, requests TEXT, critical INTEGER, "
    "modified INTEGER,"
    " error_code TEXT, error_message TEXT, sum INTEGER);";

/// The service level agreements (SLA) in a journal; a row is an SlaRow. The first row that is put
/// creates the table. `status` is SlaStatus.
inline constexpr const char* kSlaTable =
    "CREATE TABLE IF NOT EXISTS sla(number INTEGER PRIMARY KEY, id TEXT, parent_id TEXT,"
    " subject INTEGER, app_name TEXT, job_status TEXT, created INTEGER, modified INTEGER, nominal "
    "INTEGER,"
    " expected_start INTEGER, expected_end INTEGER, expected_duration INTEGER,"
    " started INTEGER, ended INTEGER, status INTEGER, judged INTEGER, alerts INTEGER,"
    " alert_events INTEGER, alert_contact TEXT, notification_msg TEXT, upstream_apps TEXT,"
    " sum INTEGER);"
    "CREATE INDEX IF NOT EXISTS sla_open ON sla(number) WHERE judged<8;";

inline constexpr std::array<const char*, 5> kCoordinatorTableNames = {
    "coordinator", "coordinator_action", "bundle", "bundled", "sla"};

/// True if a table of kCoordinatorTableNames has at most one row. In a table with one row, the key
/// is not part of the row's checksum `sum`.
constexpr bool HasOneRow(std::string_view table) {
  return table == "coordinator" || table == "bundle";
}

/// A step from version `from` to `from + 1`. It runs in one transaction, which also raises the
/// version.
struct Migration {
  std::int64_t from;
  const char* sql;
};

/// The steps, ordered by `from`.
inline constexpr Migration kJournalSteps[] = {
    {1,
     "ALTER TABLE node ADD COLUMN token TEXT;ALTER TABLE node ADD COLUMN error_class "
     "TEXT;" HPDL_JOURNAL_CALLBACK HPDL_JOURNAL_NOTIFICATION},
    {2, ""},  // no table changes: version 3 only adds the fact salt
    {3, HPDL_JOURNAL_RUNS_AND_ATTEMPTS},
    {4, HPDL_JOURNAL_ANSWER},
    {5,
     "ALTER TABLE job ADD COLUMN parked TEXT;ALTER TABLE job ADD COLUMN callback_hash TEXT;"
     "ALTER TABLE node ADD COLUMN wait TEXT;"},
};
inline constexpr std::span<const Migration> kJournalMigrations = kJournalSteps;
#undef HPDL_JOURNAL_CALLBACK
#undef HPDL_JOURNAL_NOTIFICATION
#undef HPDL_JOURNAL_RUNS_AND_ATTEMPTS
#undef HPDL_JOURNAL_ANSWER

/// The version of the catalogue. It is part of the folder's name: `<state>/catalogue-N/jobs.db`.
inline constexpr std::int64_t kCatalogueVersion = 4;

/// The tables of the catalogue, with WAL and synchronous=OFF, because the catalogue is only a copy.
/// The columns of a job's row are those of the journal. `tally` counts the root jobs in each state.
/// Its column `field` says which jobs a row counts: all jobs (0), or the jobs of a user (1), of a
/// group (2) or with a name (3). `meta` has the boot id that the machine had when the catalogue was
/// filled.
inline constexpr const char* kCatalogueTables =
    "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS job(root_id TEXT, number INTEGER, id TEXT, parent INTEGER,"
    " parent_node TEXT, workflow INTEGER, dialect INTEGER, app_name TEXT, app_path TEXT,"
    " user TEXT, grp TEXT, state INTEGER, run INTEGER, created INTEGER, started INTEGER,"
    " ended INTEGER, modified INTEGER, error_code TEXT, error_message TEXT, last_error_node TEXT,"
    " suspended_by TEXT, parked TEXT, callback_hash TEXT, UNIQUE(root_id, number));"
    "CREATE INDEX IF NOT EXISTS job_id ON job(id);"
    "CREATE INDEX IF NOT EXISTS job_all ON job(created, id);"
    "CREATE INDEX IF NOT EXISTS job_created ON job(created, id, state, user, grp, app_name)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_modified ON job(modified, id, state, user, grp, app_name, "
    "created)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_state ON job(state, created, id, user, grp, app_name)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_user ON job(user, state, created, id, grp, app_name)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_group ON job(grp, state, created, id, user, app_name)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_name ON job(app_name, state, created, id, user, grp)"
    " WHERE number=0;"
    "CREATE INDEX IF NOT EXISTS job_parked ON job(modified, id) WHERE parked IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS tally(field INTEGER, value TEXT, state INTEGER, jobs INTEGER,"
    " PRIMARY KEY(field, value, state)) WITHOUT ROWID;";

/// The version of the layout of the state directory, stored in `<state>/version`. A newer version
/// is refused.
inline constexpr std::int64_t kDirectoryVersion = 1;

}  // namespace hpdl::rt::store_schema

#endif  // HPDL_RUNTIME_STORE_SQLITE_SCHEMA_H_
