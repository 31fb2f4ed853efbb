#include "runtime/store/sqlite/migrate.h"

#include <algorithm>
#include <string>

namespace hpdl::rt {

Result<void> Migrate(Database& database, std::span<const store_schema::Migration> steps,
                     std::int64_t version, std::int64_t current) {
  for (; version < current; ++version) {
    const auto step = std::find_if(steps.begin(), steps.end(),
                                   [&](const auto& each) { return each.from == version; });
    if (step == steps.end()) {
      return Error{ErrorClass::kFatal, "E0713",
                   "the journal " + database.path() + " is of version " + std::to_string(version) +
                       ", which this version of hpdl cannot convert"};
    }
    const std::string sql = "BEGIN IMMEDIATE;" + std::string(step->sql) +
                            ";UPDATE meta SET value=" + std::to_string(version + 1) +
                            " WHERE key='schema_version';COMMIT;";
    if (Result<void> done = database.Execute(sql.c_str()); !done) {
      const Error& error = done.error();
      (void)database.Execute("ROLLBACK");
      return error;
    }
  }
  return {};
}

}  // namespace hpdl::rt
