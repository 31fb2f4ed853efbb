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

/// The properties that a job is submitted with, in the order in which they were first set.
class JobConfiguration {
 public:
  void Set(const std::string& name, const std::string& value);
  /// Null: it is not set.
  const std::string* Find(std::string_view name) const;
  /// In the order in which they were set.
  const std::vector<std::pair<std::string, std::string>>& pairs() const { return properties_; }
  /// `<configuration>`, as the client sends it: in the order of Java's tables, names and values
  /// without blanks around them.
  std::string Xml() const;
  /// NAME=VALUE of each, in the same order.
  std::vector<std::string> Lines() const;

 private:
  std::vector<std::string> Names() const;
  std::vector<std::pair<std::string, std::string>> properties_;
  std::map<std::string, std::size_t, std::less<>> places_;  ///< in `properties_`
};

/// Whether the command line has a configuration: a -config that is there, or a -D.
bool HasConfiguration(const ParsedArguments& arguments);

/// user.name, which is `user`; what the file of -config has, by its name `.properties` or `.xml`;
/// and -D over both.
Result<JobConfiguration> ReadConfiguration(const ParsedArguments& arguments,
                                           const std::string& user);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_JOB_CONFIGURATION_H_
