#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_JOB_CONFIGURATION_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_JOB_CONFIGURATION_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/failure.h"

namespace hpdl::client {

/// The properties of a job to submit, in the order in which they were first set.
class JobConfiguration {
 public:
  void Set(const std::string& name, const std::string& value);
  /// Returns the value; null: the property is not set.
  const std::string* Find(std::string_view name) const;
  /// Returns the properties in the order in which they were first set.
  const std::vector<std::pair<std::string, std::string>>& pairs() const { return properties_; }
  /// Returns `<configuration>` as the client sends it. The properties are in the order of Java's
  /// hash tables, and names and values are trimmed.
  std::string Xml() const;
  /// Returns NAME=VALUE of each property, in the order of Java's hash tables.
  std::vector<std::string> Lines() const;

 private:
  std::vector<std::string> Names() const;
  std::vector<std::pair<std::string, std::string>> properties_;
  std::map<std::string, std::size_t, std::less<>> places_;  ///< index in `properties_`
};

/// True if the command line contains properties: a -config whose file exists, or a -D.
bool HasConfiguration(const ParsedArguments& arguments);

/// Reads the configuration of a job: first user.name with the value `user`, then the file of
/// -config (`.properties` or `.xml`), then -D. If a property has several values, the last value
/// wins.
Result<JobConfiguration> ReadConfiguration(const ParsedArguments& arguments,
                                           const std::string& user);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_JOB_CONFIGURATION_H_
