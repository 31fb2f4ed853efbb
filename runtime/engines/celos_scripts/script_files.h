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

/// Sources longer than this are an error.
inline constexpr std::size_t kMostScriptBytes = std::size_t{1} << 20;

/// The `*.js` directly in a folder, hidden ones too, sorted. An error: the folder cannot be read.
Result<std::vector<std::string>> ScriptNames(const std::string& folder);

/// Reads files, each again only when it may have changed.
class ScriptFiles {
 public:
  struct File {
    Result<std::string> text = std::string();  ///< UTF-8; an error: why there is none
    std::uint64_t version = 0;                 ///< another one after each change
  };

  /// From now on files are looked at anew, each once.
  void BeginPass() { ++pass_; }
  const File& Look(const std::string& path);

 private:
  struct Known {
    File file;
    struct stat identity{};
    bool there = false;
    /// It was old enough, when it was read, for a later change to show.
    bool settled = false;
    std::uint64_t pass = 0;
  };
  std::map<std::string, Known> known_;
  std::uint64_t pass_ = 0, versions_ = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_FILES_H_
