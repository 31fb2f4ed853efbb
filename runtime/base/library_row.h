#ifndef HPDL_RUNTIME_BASE_LIBRARY_ROW_H_
#define HPDL_RUNTIME_BASE_LIBRARY_ROW_H_

namespace hpdl::rt {

/// A library of others that is part of an executable. The build makes tables of them
/// (runtime/libraries.cmake).
struct LibraryRow {
  const char* name;
  const char* version;  ///< of the Debian package, with the revision of its patches
  const char* licence;  ///< in the words of SPDX
  bool inside;          ///< the linker took it
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_BASE_LIBRARY_ROW_H_
