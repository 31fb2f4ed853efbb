#include "runtime/program/libraries.h"

// Weak: a name alone brings nothing into a program, and is null where the linker took nothing of
// it.
extern "C" {
#define LIBRARY(name, version, licence)
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has none
#define LIBRARY_IF(symbol, name, version, licence) extern const char symbol[] __attribute__((weak));
#include "runtime_program_libraries.def"
#undef LIBRARY_IF
#undef LIBRARY
}

namespace hpdl::rt {

std::vector<LibraryRow> LibrariesInside() {
  const LibraryRow rows[] = {
#define LIBRARY(name, version, licence) {name, version, licence, true},
#define LIBRARY_IF(symbol, name, version, licence) {name, version, licence, (symbol) != nullptr},
#include "runtime_program_libraries.def"
#undef LIBRARY_IF
#undef LIBRARY
  };
  std::vector<LibraryRow> inside;
  for (const LibraryRow& row : rows) {
    if (row.inside) {
      inside.push_back(row);
    }
  }
  return inside;
}

}  // namespace hpdl::rt
