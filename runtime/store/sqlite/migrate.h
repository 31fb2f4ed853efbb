#ifndef HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_
#define HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_

#include <cstdint>
#include <span>

#include "runtime/ground/base/result.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// Migrates a journal from `version` to `current`. Each step is one transaction, which also raises
/// the version. If a step fails, the journal keeps the version before the step: it is complete and
/// readable by the program that wrote it. The error is kFatal if a needed step is missing.
Result<void> Migrate(Database& database, std::span<const store_schema::Migration> steps,
                     std::int64_t version, std::int64_t current);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_MIGRATE_H_
