#ifndef HPDL_COMPILER_CODEGEN_DEFINITION_TABLES_H_
#define HPDL_COMPILER_CODEGEN_DEFINITION_TABLES_H_

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/codegen/abi_types.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/constants.h"
#include "compiler/hir/hir.h"

namespace hpdl::codegen {

/// Makes the tables that definitions of all languages have, and the line tables of their
/// expressions.
class DefinitionTables {
 public:
  /// The arguments must outlive the object. If `names_files` is false, FileName() is
  /// empty.
  DefinitionTables(llvm::Module& module, const AbiTypes& types, Constants& constants,
                   const Options& options, bool names_files);

  /// If Options::debug_info is set, the caller first calls BeginDebug(), then the other functions,
  /// and at the end EndDebug(). `root` is the file of the program's definition.
  void BeginDebug(const std::string& root);
  void EndDebug();

  /// Returns the path of the definition in messages.
  llvm::Constant* FileName(const hir::Definition& definition);
  /// Returns an hpdl_expr for each value. The names of functions begin with `prefix`.
  llvm::Constant* Expressions(const hir::Definition& definition, const std::string& prefix);
  llvm::Constant* Arguments(const hir::Definition& definition, const std::vector<hir::Arg>& args);
  llvm::Constant* Parameters(const hir::Definition& definition);
  llvm::Constant* Properties(const std::vector<hir::Property>& properties, const llvm::Twine& name);
  llvm::ConstantInt* Index(hir::ValueId id) const { return constants_.U32(id.index); }
  llvm::ConstantInt* LineOf(const hir::Definition& definition, Range range) const;

 private:
  llvm::Constant* Expression(const hir::Definition& definition, const hir::Value& value,
                             llvm::Function* function);
  llvm::DIFile* DebugFile(const std::string& path);

  llvm::Module& module_;
  const AbiTypes& types_;
  Constants& constants_;
  const Options& options_;
  const bool names_files_;
  std::unique_ptr<llvm::DIBuilder> debug_;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_DEFINITION_TABLES_H_
