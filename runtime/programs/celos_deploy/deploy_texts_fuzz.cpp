#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/programs/celos_deploy/file_uri.h"
#include "runtime/programs/celos_deploy/target_file.h"

/// Reads any bytes as a target file and as a URI. The program must not crash. The path in a URI
/// must be absolute and without `.` and `..`, and must stay the same when it is read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)celos::ReadTargetFile(text, "t");
  const Result<celos::FileUri> uri = celos::ReadFileUri(text);
  if (!uri) {
    return 0;
  }
  const std::string& path = uri->path;
  const bool normal = path.starts_with('/') && (path == "/" || !path.ends_with('/')) &&
                      path.find("//") == std::string::npos &&
                      path.find("/../") == std::string::npos && !path.ends_with("/..") &&
                      path.find('\0') == std::string::npos;
  const Result<celos::FileUri> again = celos::ReadFileUri(path);
  if (!normal || !again || again->path != path || !again->local()) {
    __builtin_trap();
  }
  return 0;
}
