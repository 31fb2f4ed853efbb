#ifndef HPDL_RUNTIME_GROUND_SBOM_LIBRARY_ROW_H_
#define HPDL_RUNTIME_GROUND_SBOM_LIBRARY_ROW_H_

namespace hpdl::rt {

/// A third-party library that is part of an executable. The build makes tables of these rows
/// (runtime/ground/sbom/libraries.cmake).
struct LibraryRow {
  const char* name;
  const char* version;  ///< version of the Debian package, with the revision of its patches
  const char* licence;  ///< SPDX name of the licence
  const char* url;      ///< the package as a URL (https://github.com/package-url/purl-spec)
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_SBOM_LIBRARY_ROW_H_
