#ifndef HPDL_COMPILER_CODEGEN_COORDINATOR_TABLES_H_
#define HPDL_COMPILER_CODEGEN_COORDINATOR_TABLES_H_

#include <string>
#include <vector>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/constants.h"
#include "compiler/codegen/definition_tables.h"
#include "compiler/hir/program.h"

namespace hpdl::codegen {

/// Makes the constant tables of runtime/ground/abi/hpdl_coordinator.h. Each row has the content of
/// one object of the hir.
class CoordinatorTables {
 public:
  /// The arguments must outlive the object.
  CoordinatorTables(const AbiTypes& types, Constants& constants, DefinitionTables& shared)
      : types_(types), constants_(constants), shared_(shared) {}

  /// Returns the address for hpdl_program.coordinator, or null if the program is not a coordinator.
  llvm::Constant* CoordinatorOf(const hir::Program& program);
  /// Returns the address for hpdl_program.bundle, or null if the program is not a bundle.
  llvm::Constant* BundleOf(const hir::Program& program);

 private:
  llvm::Constant* Coordinators(const hir::Program& program);
  llvm::Constant* Coordinator(const hir::Coordinator& coordinator, std::size_t number);
  llvm::Constant* Definition(const hir::Definition& definition, const std::string& prefix);
  llvm::Constant* Datasets(const hir::Coordinator& coordinator);
  llvm::Constant* Events(const std::vector<hir::DataEvent>& events, const char* name);
  llvm::Constant* Instances(const std::vector<hir::Instance>& instances);
  llvm::Constant* Logic(const std::vector<hir::Logic>& logic);
  llvm::Constant* Given(const std::vector<hir::GivenProperty>& properties);
  llvm::ConstantInt* Index(hir::ValueId id) const { return shared_.Index(id); }

  const AbiTypes& types_;
  Constants& constants_;
  DefinitionTables& shared_;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_COORDINATOR_TABLES_H_
