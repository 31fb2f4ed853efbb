#ifndef HPDL_COMPILER_CODEGEN_TABLES_H_
#define HPDL_COMPILER_CODEGEN_TABLES_H_

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/constants.h"
#include "compiler/codegen/definition_tables.h"
#include "compiler/codegen/file_section.h"
#include "compiler/hir/hir.h"

namespace hpdl::codegen {

/// Makes the constant tables of runtime/ground/abi/hpdl_abi.h. Each row has the content of one
/// object of the hir.
class TableLowering {
 public:
  /// `content_hash`: "" for a module that only serves to compute the hash.
  TableLowering(llvm::Module& module, const Options& options, FileSection& files,
                std::string content_hash);

  /// Defines HPDL_PROGRAM_SYMBOL and all that it refers to. Fails if a file cannot be read.
  Result<void> Lower(const hir::Program& program);

 private:
  Result<llvm::Constant*> Workflow(const hir::Workflow& workflow, std::size_t number);
  llvm::Constant* Node(const hir::Workflow& workflow, const hir::Node& node);
  Result<llvm::Constant*> Files(const std::vector<hir::File>& files);
  std::vector<llvm::Constant*> Agreements(const hir::Program& program);
  llvm::Constant* Subs(const std::vector<hir::SubWorkflow>& subs);
  /// Returns the symbol of the engine that runs coordinators, bundles or workflows of Celos.
  /// Returns null if the program is one workflow.
  llvm::Constant* Coordination(const hir::Program& program);
  llvm::Constant* Kind(const stdlib::KindEntry& kind);
  llvm::Constant* External(const std::string& symbol);

  llvm::Module& module_;
  const Options& options_;
  FileSection& files_;
  const std::string content_hash_;
  AbiTypes types_;
  Constants constants_;
  DefinitionTables shared_;
  bool no_network_ = false;  ///< true if the program is built without network
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_TABLES_H_
