#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The machine, the user and the path that a URI in a target file names.
struct FileUri {
  std::string host;  ///< without brackets; "": this machine
  std::string user;  ///< "": the URI names no user
  std::uint16_t port = 22;
  std::string path;  ///< absolute; without `.`, `..`, double slashes and a slash at its end

  bool local() const { return host.empty(); }
  /// Returns the URI as messages show it: the path, or `sftp://user@host:port/path`.
  std::string Text() const;
  /// Returns the path of the entry `name` in this folder.
  std::string Below(std::string_view name) const;
};

/// Reads a URI: `file:///path`, `file:/path`, an absolute path, or
/// `sftp://[user@]host[:port]/path`. `%XX` is decoded in all forms except the absolute path. Errors
/// are of class kError; they show the URI without its password.
Result<FileUri> ReadFileUri(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_
