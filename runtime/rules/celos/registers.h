#ifndef HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_
#define HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// What users keep for their scripts: values of JSON, by bucket and key. For any thread.
class Registers {
 public:
  virtual ~Registers() = default;
  /// The value, without blanks.
  virtual Result<std::optional<std::string>> Get(const std::string& bucket,
                                                 const std::string& key) = 0;
  /// All of a bucket, by key; none of one that is not there.
  virtual Result<std::map<std::string, std::string>> All(const std::string& bucket) = 0;
  /// Durable when it returns.
  virtual Result<void> Put(const std::string& bucket, const std::string& key,
                           std::string_view json) = 0;
  /// What is not there is no error.
  virtual Result<void> Remove(const std::string& bucket, const std::string& key) = 0;
  /// Keys that begin so, sorted. As in Celos it may be an error that there is no such bucket.
  virtual Result<std::vector<std::string>> Keys(const std::string& bucket,
                                                std::string_view prefix) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_
