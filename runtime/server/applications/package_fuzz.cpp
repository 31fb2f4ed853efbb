#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "runtime/server/applications/package.h"

namespace {

/// A folder that is deleted at the end of the process.
struct Around {
  Around() { made = mkdtemp(path.data()) != nullptr; }
  ~Around() {
    if (made) {
      std::filesystem::remove_all(path);
    }
  }
  std::string path = "/tmp/hpdl_package_fuzz.XXXXXX";
  bool made = false;
};

}  // namespace

/// Unpacks any bytes as a package. Checks that nothing is written outside of the folder, and that
/// the contents stay within the limits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Around around;
  const std::string folder = around.path + "/in";
  std::filesystem::create_directory(folder);
  hpdl::rt::PackageLimits limits;
  limits.files = 16;
  limits.bytes = 1 << 16;
  const hpdl::rt::StopFlag stop = false;
  const std::string_view archive(reinterpret_cast<const char*>(data), size);
  const auto done = hpdl::rt::UnpackPackage(archive, folder, limits, stop);
  if (done && (done->files > limits.files || done->bytes > limits.bytes)) {
    std::abort();
  }
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder)) {
    if (each.is_symlink() || (!each.is_directory() && !each.is_regular_file())) {
      std::abort();
    }
  }
  std::filesystem::remove_all(folder);
  std::size_t beside = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(around.path)) {
    ++beside;
  }
  if (beside != 0) {
    std::abort();
  }
  return 0;
}
