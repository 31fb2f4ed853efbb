#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_FILES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_FILES_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The maximum size of a source in bytes. A longer source is an error.
inline constexpr std::size_t kMostScriptBytes = std::size_t{1} << 20;

/// Returns the sorted names of the files `*.js` directly in a folder, hidden files too. Returns an
/// error if the folder cannot be read.
Result<std::vector<std::string>> ScriptNames(const std::string& folder);

/// Reads files. Reads a file again only if it may have changed.
class ScriptFiles {
 public:
  struct File {
    Result<std::string> text = std::string();  ///< the text as UTF-8, or the reading error
    std::uint64_t version = 0;  ///< a number that changes with each change of the file
  };

  /// Starts a pass. Each file is checked once in a pass.
  void BeginPass() { ++pass_; }
  const File& Look(const std::string& path);

 private:
  struct Known {
    File file;
    struct stat identity{};
    bool there = false;
    /// True if the last change of the file was more than two seconds before it was read. A later
    /// change then alters the file's times (see IsSettled()).
    bool settled = false;
    std::uint64_t pass = 0;
  };
  std::map<std::string, Known> known_;
  std::uint64_t pass_ = 0, versions_ = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_FILES_H_
