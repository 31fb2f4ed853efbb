#ifndef HPDL_RUNTIME_SERVER_CELOS_REGISTERS_H_
#define HPDL_RUNTIME_SERVER_CELOS_REGISTERS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/server/celos/directory_files.h"

namespace hpdl::rt::celos {

/// What users keep for their scripts: values of JSON, by bucket and key.
class Registers {
 public:
  explicit Registers(const DirectoryFiles& files) : files_(files) {}

  /// The value, without blanks.
  Result<std::optional<std::string>> Get(const std::string& bucket, const std::string& key) const;
  /// All of a bucket, by key; none of one that is not there.
  Result<std::map<std::string, std::string>> All(const std::string& bucket) const;
  Result<void> Put(const std::string& bucket, const std::string& key, std::string_view json) const;
  Result<void> Remove(const std::string& bucket, const std::string& key) const;
  /// Keys that begin so, sorted. An error: there is no such bucket.
  Result<std::vector<std::string>> Keys(const std::string& bucket, std::string_view prefix) const;

 private:
  const DirectoryFiles& files_;
};

/// Whether a text may be the name of a bucket or a key; the error is Celos' own.
Result<void> CheckRegisterName(std::string_view name);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_CELOS_REGISTERS_H_
