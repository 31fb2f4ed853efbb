#ifndef HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_
#define HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_

#include <vector>

#include "runtime/ground/sbom/library_row.h"

namespace hpdl::rt {

/// What of others this executable has inside, as the linker made it: no libcurl with --no-network,
/// no glibc where that is the machine's.
std::vector<LibraryRow> LibrariesInside();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_SBOM_LIBRARIES_H_
