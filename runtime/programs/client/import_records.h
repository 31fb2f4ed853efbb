#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORDS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORDS_H_

#include <optional>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/import_record.h"

namespace hpdl::client {

/// A folder of records of imports, with one file for each record. Only one process at a time can
/// open the folder.
class ImportRecords {
 public:
  /// Makes the folder `imports` in the state folder if it is missing, and locks it.
  static Result<ImportRecords> Open(const std::string& state);
  /// Opens the records for reading only, without the lock. If the folder is missing, there are no
  /// records.
  static ImportRecords ForReading(const std::string& state);

  Result<std::optional<ImportRecord>> Read(const std::string& id) const;
  /// Writes a record. The record is durable when the function returns.
  Result<void> Write(const ImportRecord& record) const;

 private:
  explicit ImportRecords(std::string folder) : folder_(std::move(folder)) {}
  std::string PathOf(const std::string& id) const { return folder_ + "/" + id + ".json"; }

  std::string folder_;
  rt::Descriptor lock_;
};

/// Returns the state folder: `given`, else $HPDL_STATE, $XDG_STATE_HOME/hpdl, ~/.local/state/hpdl.
Result<std::string> ImportState(const std::optional<std::string>& given, const std::string& home);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORDS_H_
