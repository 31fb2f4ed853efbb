#ifndef HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_
#define HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Stores JSON values for the scripts of users. A bucket and a key identify each value. Any thread
/// may use this object.
class Registers {
 public:
  virtual ~Registers() = default;
  /// Returns the value as JSON without blanks.
  virtual Result<std::optional<std::string>> Get(const std::string& bucket,
                                                 const std::string& key) = 0;
  /// Returns the value of each key of a bucket. A bucket that does not exist has no values.
  virtual Result<std::map<std::string, std::string>> All(const std::string& bucket) = 0;
  /// Stores a value. It is durable when the function returns.
  virtual Result<void> Put(const std::string& bucket, const std::string& key,
                           std::string_view json) = 0;
  /// Removes a value. It is not an error if the value does not exist.
  virtual Result<void> Remove(const std::string& bucket, const std::string& key) = 0;
  /// Returns the keys that begin with `prefix`, sorted. An implementation may return an error if
  /// the bucket does not exist, as in Celos.
  virtual Result<std::vector<std::string>> Keys(const std::string& bucket,
                                                std::string_view prefix) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_REGISTERS_H_
