#include "runtime/ground/sbom/libraries.h"

// Weak: a name alone brings nothing into an executable, and is null where the linker took nothing
// of it.
extern "C" {
#define LIBRARY(name, version, licence, url)
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has none
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
