#ifndef HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_
#define HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/ground/sbom/library_row.h"

namespace hpdl::rt {

/// Lists the parts of an executable with their versions, licences and packages. The result is a
/// JSON document of CycloneDX 1.5 on one line. It contains no time and no serial number, so the
/// same executable always has the same document. The code is small because each program contains
/// it.
class BillOfMaterials {
 public:
  /// `compiler` is the version of the hpdlc that made the program; "" for executables that hpdlc
  /// did not make.
  BillOfMaterials(std::string_view name, std::string_view version, std::string_view compiler = "");

  /// Adds a property of the executable. After Definition(), adds a property of the last definition
  /// instead. The document shows the name with `hpdl:` before it.
  void Property(std::string_view name, std::string_view value);
  /// Adds a definition that was compiled into the program.
  void Definition(std::string_view name);
  /// Returns the document. Call this once, after all other functions.
  std::string End(std::span<const LibraryRow> libraries);

 private:
  void Raw(std::string_view json);
  void Put(std::string_view json, std::string_view value);
  std::string text_;
  int definitions_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_
