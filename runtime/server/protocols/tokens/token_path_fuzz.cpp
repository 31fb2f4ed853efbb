#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "runtime/ground/base/percent.h"
#include "runtime/server/protocols/tokens/token_path.h"

/// Reads any bytes as a path and writes the parts as a new path. Checks that the new path has the
/// same parts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view path(reinterpret_cast<const char*>(data), size);
  const auto read = hpdl::rt::ReadTokenPath(path);
  if (!read) {
    return 0;
  }
  std::string again = "/namespaces/" + hpdl::PercentEncoded(read->name_space) + "/apps/" +
                      hpdl::PercentEncoded(read->app) + "/workflows/" +
                      hpdl::PercentEncoded(read->workflow) + "/runs/" +
                      hpdl::PercentEncoded(read->run);
  if (!read->node.empty()) {
    again += "/nodes/" + hpdl::PercentEncoded(read->node);
  }
  const auto same = hpdl::rt::ReadTokenPath(again + "/token");
  if (!hpdl::rt::IsTokenPath(path) || read->run.empty() || !same || same->run != read->run ||
      same->app != read->app || same->name_space != read->name_space || same->node != read->node) {
    std::abort();
  }
  return 0;
}
