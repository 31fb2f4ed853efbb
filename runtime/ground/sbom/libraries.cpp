#include "runtime/ground/sbom/libraries.h"

// The symbols are weak, so that these declarations link no library into an executable. If the
// linker took nothing from a library, the library's symbol is null.
extern "C" {
#define LIBRARY(name, version, licence, url)
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has no parentheses
#define LIBRARY_IF(symbol, name, version, licence, url) \
  extern const char symbol[] __attribute__((weak));
#include "runtime_ground_sbom_libraries.def"
#undef LIBRARY_IF
#undef LIBRARY
}

namespace hpdl::rt {
namespace {

struct Candidate {
  LibraryRow row;
  const char* symbol;
};

constinit const Candidate kCandidates[] = {
#define LIBRARY(name, version, licence, url) {{name, version, licence, url}, name},
#define LIBRARY_IF(symbol, name, version, licence, url) {{name, version, licence, url}, symbol},
#include "runtime_ground_sbom_libraries.def"
#undef LIBRARY_IF
#undef LIBRARY
};

}  // namespace

std::vector<LibraryRow> LibrariesInside() {
  std::vector<LibraryRow> inside;
  for (const Candidate& each : kCandidates) {
    if (each.symbol != nullptr) {
      inside.push_back(each.row);
    }
  }
  return inside;
}

}  // namespace hpdl::rt
