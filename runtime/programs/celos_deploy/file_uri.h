#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Where a file or a folder is, as target files say it.
struct FileUri {
  std::string host;  ///< without brackets; empty: this machine
  std::string user;  ///< empty: none is named
  std::uint16_t port = 22;
  std::string path;  ///< absolute, without `.`, `..`, double and last slashes

  bool local() const { return host.empty(); }
  /// For messages: the path, or `sftp://user@host:port/path`.
  std::string Text() const;
  /// The path of what is called `name` in it.
  std::string Below(std::string_view name) const;
};

/// `file:///path`, `file:/path`, an absolute path, or `sftp://[user@]host[:port]/path`, with `%XX`
/// in all but the absolute path. Errors are of class kError, and have the URI in them, but for its
/// password.
Result<FileUri> ReadFileUri(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_FILE_URI_H_
