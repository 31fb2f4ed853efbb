#ifndef HPDL_COMPILER_DRIVER_PROGRAM_GIVEN_PATHS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_GIVEN_PATHS_H_

#include <memory>
#include <string>
#include <vector>

#include "compiler/driver/commands/options.h"
#include "runtime/ground/base/result.h"

namespace hpdl::driver {

/// The values TEXT=PATH of --sub. TEXT is an app-path or the URI of an <include>, as written or as
/// its value at run time. Not thread-safe.
class GivenPaths {
 public:
  explicit GivenPaths(std::vector<std::string> given);

  /// Returns the PATH for a text, and marks its value as used. Returns "" if no value has the text.
  std::string PathFor(const std::string& text);
  /// Fails if PathFor() has not returned the PATH of every value. The error names a value that was
  /// not used.
  rt::Result<void> CheckUsed() const;

 private:
  std::vector<std::string> given_;
  std::vector<bool> used_;  ///< true for each used value of `given_`
};

/// Returns the values of --sub; null if the option was not given. Fails if a value is wrong; the
/// error names the value.
rt::Result<std::shared_ptr<GivenPaths>> ReadGiven(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_GIVEN_PATHS_H_
