#ifndef HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_
#define HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_

#include <span>
#include <string>
#include <string_view>

#include "runtime/ground/sbom/library_row.h"

namespace hpdl::rt {

/// The list of what is inside an executable, with versions, licences and packages: a JSON document
/// of CycloneDX 1.5, on one line. It has neither time nor serial number, so that the same
/// executable always says the same. Small, for it is in every program.
class BillOfMaterials {
 public:
  /// `compiler`: the version of the hpdlc that made a program; "" for our own executables.
  BillOfMaterials(std::string_view name, std::string_view version, std::string_view compiler = "");

  /// Of the executable, or of the definition that was added last; the name is written with `hpdl:`
  /// before it.
  void Property(std::string_view name, std::string_view value);
  /// A definition that was compiled into the program.
  void Definition(std::string_view name);
  /// The document. Once, after all else.
  std::string End(std::span<const LibraryRow> libraries);

 private:
  void Raw(std::string_view json);
  void Put(std::string_view json, std::string_view value);
  std::string text_;
  int definitions_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_SBOM_BILL_OF_MATERIALS_H_
