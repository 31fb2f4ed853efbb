#ifndef HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_
#define HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_

#include <cstdint>
#include <span>

#include "runtime/ground/base/result.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// Brings a journal from `version` to `current`, each step in a transaction of its own together
/// with the raised version. A step that fails leaves the journal at the version before it, whole
/// and readable by the program that wrote it. kFatal if there is no step for a version on the way.
Result<void> Migrate(Database& database, std::span<const store_schema::Migration> steps,
                     std::int64_t version, std::int64_t current);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_
