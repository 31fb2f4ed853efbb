#include "compiler/codegen/definition_tables.h"

#include <llvm/Support/Path.h>

#include "compiler/codegen/expressions.h"

namespace hpdl::codegen {

DefinitionTables::DefinitionTables(llvm::Module& module, const AbiTypes& types,
                                   Constants& constants, const Options& options, bool names_files)
    : module_(module),
      types_(types),
      constants_(constants),
      options_(options),
      names_files_(names_files) {}

void DefinitionTables::BeginDebug(const std::string& root) {
  debug_ = std::make_unique<llvm::DIBuilder>(module_);
  module_.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  module_.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
  debug_->createCompileUnit(llvm::dwarf::DW_LANG_C99, DebugFile(root), options_.compiler_version,
                            false, "", 0);
}

void DefinitionTables::EndDebug() {
  debug_->finalize();
}

llvm::Constant* DefinitionTables::FileName(const hir::Definition& definition) {
  return constants_.Str(names_files_ ? definition.file_name : std::string());
}

llvm::Constant* DefinitionTables::Expressions(const hir::Definition& definition,
                                              const std::string& prefix) {
  ExpressionFunctions lowering(module_, types_, constants_, definition, debug_.get(),
                               debug_ != nullptr ? DebugFile(definition.file_name) : nullptr);
  std::vector<llvm::Constant*> rows;
  rows.reserve(definition.values.size());
  for (std::size_t i = 0; i < definition.values.size(); ++i) {
    const hir::Value& value = definition.values[i];
    llvm::Function* function = nullptr;
    const bool constant_text =
        value.expr.valid() && value.target == hir::Type::kString &&
        definition.exprs[value.expr.index].kind == hir::ExprKind::kConstant &&
        definition.exprs[value.expr.index].type == hir::Type::kString;
    if (value.expr.valid() && !constant_text) {
      function = lowering.Lower(value, prefix + std::to_string(i));
    }
    rows.push_back(Expression(definition, value, function));
  }
  return constants_.Table(types_.expr, rows, "expressions");
}

llvm::Constant* DefinitionTables::Expression(const hir::Definition& definition,
                                             const hir::Value& value, llvm::Function* function) {
  const Constants& c = constants_;
  const LineColumn at = definition.source->Locate(value.range.begin);
  std::uint32_t effects = 0;
  std::string_view text = value.text;
  if (value.expr.valid()) {
    const hir::Expr& expr = definition.exprs[value.expr.index];
    effects = expr.effects;
    if (function == nullptr) {
      text = expr.text;
    }
  }
  return llvm::ConstantStruct::get(
      types_.expr,
      {function != nullptr ? static_cast<llvm::Constant*>(function) : c.Null(),
       constants_.Str(text), c.U32(at.line), c.U32(at.column), c.U32(effects), c.U32(0)});
}

llvm::Constant* DefinitionTables::Arguments(const hir::Definition& definition,
                                            const std::vector<hir::Arg>& args) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(args.size());
  for (const hir::Arg& arg : args) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.arg,
        {c.U32(arg.field), c.U32(arg.end), Index(arg.value), LineOf(definition, arg.range)}));
  }
  return constants_.Table(types_.arg, rows, "args");
}

llvm::Constant* DefinitionTables::Parameters(const hir::Definition& definition) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(definition.parameters.size());
  for (const hir::Parameter& parameter : definition.parameters) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.parameter,
        {constants_.Str(parameter.name), constants_.Str(parameter.default_value.value_or("")),
         c.U32(parameter.default_value.has_value() ? 1 : 0), LineOf(definition, parameter.range),
         c.U32(parameter.used ? 1 : 0), c.U32(parameter.optional ? 1 : 0)}));
  }
  return constants_.Table(types_.parameter, rows, "parameters");
}

llvm::Constant* DefinitionTables::Properties(const std::vector<hir::Property>& properties,
                                             const llvm::Twine& name) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(properties.size());
  for (const hir::Property& property : properties) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.property, {constants_.Str(property.name), constants_.Str(property.value)}));
  }
  return constants_.Table(types_.property, rows, name);
}

llvm::DIFile* DefinitionTables::DebugFile(const std::string& path) {
  const llvm::StringRef name = path;
  if (llvm::sys::path::is_absolute(name)) {
    return debug_->createFile(llvm::sys::path::filename(name), llvm::sys::path::parent_path(name));
  }
  return debug_->createFile(name, options_.directory);
}

llvm::ConstantInt* DefinitionTables::LineOf(const hir::Definition& definition, Range range) const {
  return constants_.U32(definition.source->Locate(range.begin).line);
}

}  // namespace hpdl::codegen
