#ifndef HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_
#define HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_

#include <vector>

#include "runtime/ground/sbom/library_row.h"

namespace hpdl::rt {

/// Returns the third-party libraries that the linker put into this executable. For example, libcurl
/// is missing if the program was built with --no-network, and glibc is missing if the executable
/// uses the machine's glibc.
std::vector<LibraryRow> LibrariesInside();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_
