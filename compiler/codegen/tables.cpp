#include "compiler/codegen/tables.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SHA256.h>

#include <algorithm>
#include <tuple>

#include "compiler/codegen/expressions.h"
#include "compiler/codegen/names.h"
#include "compiler/hir/job_xml.h"
#include "runtime/abi/hpdl_abi.h"

namespace hpdl::codegen {
namespace {

#define HPDL_STRING_OF_(x) #x
#define HPDL_STRING_OF(x) HPDL_STRING_OF_(x)
constexpr const char* kProgramSymbol = HPDL_STRING_OF(HPDL_PROGRAM_SYMBOL);

std::uint32_t NodeTypeOf(NodeType type) {
  switch (type) {
    case NodeType::kStart:
      return HPDL_START;
    case NodeType::kEnd:
      return HPDL_END;
    case NodeType::kKill:
      return HPDL_KILL;
    case NodeType::kFork:
      return HPDL_FORK;
    case NodeType::kJoin:
      return HPDL_JOIN;
    case NodeType::kDecision:
      return HPDL_DECISION;
    case NodeType::kAction:
      break;
  }
  return HPDL_ACTION;
}

/// Hex SHA-256 over each definition and each file's path and hash, with lengths in between, so that
/// moving a byte from one to the next changes it.
std::string ContentHash(const hir::Program& program, const std::vector<Sha256>& file_hashes) {
  llvm::SHA256 hash;
  const auto add = [&](std::string_view bytes) {
    hash.update(llvm::StringRef(std::to_string(bytes.size()) + ':'));
    hash.update(llvm::StringRef(bytes.data(), bytes.size()));
  };
  std::size_t next = 0;
  for (const auto& workflow : program.workflows) {
    add(workflow->source->text());
    for (const hir::File& file : workflow->files) {
      add(file.path);
      hash.update(llvm::ArrayRef<std::uint8_t>(file_hashes[next++]));
    }
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

}  // namespace

TableLowering::TableLowering(llvm::Module& module, const Options& options, FileSection& files)
    : module_(module),
      options_(options),
      files_(files),
      types_(module.getContext()),
      constants_(module, types_) {}

Result<void> TableLowering::Lower(const hir::Program& program) {
  if (options_.debug_info) {
    debug_ = std::make_unique<llvm::DIBuilder>(module_);
    module_.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                          llvm::DEBUG_METADATA_VERSION);
    module_.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
    debug_->createCompileUnit(llvm::dwarf::DW_LANG_C99,
                              DebugFile(program.workflows.front()->file_name),
                              options_.compiler_version, false, "", 0);
  }
  no_network_ = program.no_network;
  std::vector<llvm::Constant*> workflows;
  for (std::size_t i = 0; i < program.workflows.size(); ++i) {
    const Result<llvm::Constant*> workflow = Workflow(*program.workflows[i], i);
    HPDL_TRY(workflow);
    workflows.push_back(*workflow);
  }
  const Constants& c = constants_;
  llvm::Constant* content = llvm::ConstantStruct::get(
      types_.program,
      {c.U32(HPDL_ABI_VERSION), c.U32(workflows.size()),
       constants_.Table(types_.workflow, workflows, "workflows"),
       Properties(program.properties, "properties"), c.U32(program.properties.size()),
       c.U32(program.no_network ? HPDL_PROGRAM_NO_NETWORK : 0),
       constants_.Str(options_.compiler_version), constants_.Str(ContentHash(program, hashes_)),
       Subs(program.subs), c.U32(program.subs.size()), c.U32(0),
       program.no_network ? c.Null() : External("hpdl_network_curl"),
       program.no_network ? c.Null() : External("hpdl_hadoop_web"), c.Null(), c.Null(), c.Null()});
  auto* symbol =
      new llvm::GlobalVariable(module_, types_.program, /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, content, kProgramSymbol);
  symbol->setDSOLocal(true);
  if (std::any_of(program.workflows.begin(), program.workflows.end(),
                  [](const auto& workflow) { return hir::ReadsExpressions(*workflow); })) {
    DefineNames(module_, types_, constants_);
  }
  if (debug_ != nullptr) {
    debug_->finalize();
  }
  return {};
}

Result<llvm::Constant*> TableLowering::Workflow(const hir::Workflow& workflow, std::size_t number) {
  std::vector<llvm::Constant*> nodes;
  nodes.reserve(workflow.nodes.size());
  for (const hir::Node& node : workflow.nodes) {
    nodes.push_back(Node(workflow, node));
  }
  const Result<llvm::Constant*> files = Files(workflow.files);
  HPDL_TRY(files);
  const Constants& c = constants_;
  return llvm::ConstantStruct::get(
      types_.workflow,
      {c.U32(workflow.dialect == hir::Dialect::kHws ? HPDL_DIALECT_HWS : HPDL_DIALECT_OOZIE),
       Index(workflow.name),
       constants_.Str(workflow.schema),
       constants_.Str(workflow.source->text()),
       constants_.Str(workflow.file_name),
       constants_.Str(workflow.app_path),
       constants_.Table(types_.node, nodes, "nodes"),
       c.U32(nodes.size()),
       c.U32(workflow.start.index),
       Expressions(workflow, number),
       c.U32(workflow.values.size()),
       c.U32(workflow.parameters.size()),
       Parameters(workflow),
       Properties(workflow.defaults, "defaults"),
       c.U32(workflow.defaults.size()),
       c.U32(workflow.global_args.size()),
       Arguments(workflow, workflow.global_args),
       *files,
       c.U32(workflow.files.size()),
       c.U32(workflow.unpaired_joins ? HPDL_WORKFLOW_UNPAIRED_JOINS : 0)});
}

llvm::Constant* TableLowering::Expressions(const hir::Workflow& workflow, std::size_t number) {
  ExpressionFunctions lowering(module_, types_, constants_, workflow, debug_.get(),
                               debug_ != nullptr ? DebugFile(workflow.file_name) : nullptr);
  std::vector<llvm::Constant*> rows;
  rows.reserve(workflow.values.size());
  for (std::size_t i = 0; i < workflow.values.size(); ++i) {
    const hir::Value& value = workflow.values[i];
    llvm::Function* function = nullptr;
    const bool constant_text = value.expr.valid() && value.target == hir::Type::kString &&
                               workflow.exprs[value.expr.index].kind == hir::ExprKind::kConstant &&
                               workflow.exprs[value.expr.index].type == hir::Type::kString;
    if (value.expr.valid() && !constant_text) {
      function =
          lowering.Lower(value, "hpdl_expr_" + std::to_string(number) + "_" + std::to_string(i));
    }
    rows.push_back(Expression(workflow, value, function));
  }
  return constants_.Table(types_.expr, rows, "expressions");
}

llvm::Constant* TableLowering::Expression(const hir::Workflow& workflow, const hir::Value& value,
                                          llvm::Function* function) {
  const Constants& c = constants_;
  const LineColumn at = workflow.source->Locate(value.range.begin);
  std::uint32_t effects = 0;
  std::string_view text = value.text;
  if (value.expr.valid()) {
    const hir::Expr& expr = workflow.exprs[value.expr.index];
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

llvm::Constant* TableLowering::Node(const hir::Workflow& workflow, const hir::Node& node) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> edges;
  edges.reserve(node.edges.size());
  for (const hir::Edge& edge : node.edges) {
    edges.push_back(llvm::ConstantStruct::get(
        types_.edge, {constants_.Str(edge.name), c.U32(edge.target.index), Index(edge.when)}));
  }
  const bool action = node.kind != nullptr;
  return llvm::ConstantStruct::get(
      types_.node, {constants_.Str(node.name), c.U32(NodeTypeOf(node.type)),
                    LineOf(workflow, node.range), constants_.Table(types_.edge, edges, "edges"),
                    c.U32(edges.size()), Index(node.message), action ? Kind(*node.kind) : c.Null(),
                    constants_.Str(action ? node.kind->decl->name : std::string_view()),
                    c.U32(node.shape), c.U32(node.args.size()), Arguments(workflow, node.args),
                    Index(node.retry_max), Index(node.retry_interval), Index(node.retry_policy),
                    c.U32(0), constants_.Str(node.credentials)});
}

llvm::Constant* TableLowering::Arguments(const hir::Workflow& workflow,
                                         const std::vector<hir::Arg>& args) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(args.size());
  for (const hir::Arg& arg : args) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.arg,
        {c.U32(arg.field), c.U32(arg.end), Index(arg.value), LineOf(workflow, arg.range)}));
  }
  return constants_.Table(types_.arg, rows, "args");
}

llvm::Constant* TableLowering::Parameters(const hir::Workflow& workflow) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(workflow.parameters.size());
  for (const hir::Parameter& parameter : workflow.parameters) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.parameter,
        {constants_.Str(parameter.name), constants_.Str(parameter.default_value.value_or("")),
         c.U32(parameter.default_value.has_value() ? 1 : 0), LineOf(workflow, parameter.range),
         c.U32(parameter.used ? 1 : 0), c.U32(0)}));
  }
  return constants_.Table(types_.parameter, rows, "parameters");
}

llvm::Constant* TableLowering::Properties(const std::vector<hir::Property>& properties,
                                          const llvm::Twine& name) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(properties.size());
  for (const hir::Property& property : properties) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.property, {constants_.Str(property.name), constants_.Str(property.value)}));
  }
  return constants_.Table(types_.property, rows, name);
}

Result<llvm::Constant*> TableLowering::Files(const std::vector<hir::File>& files) {
  std::vector<llvm::Constant*> rows;
  for (const hir::File& file : files) {
    const Result<const FileSection::Content*> added = files_.Add(file);
    HPDL_TRY(added);
    const FileSection::Content* content = *added;
    hashes_.push_back(content->sha256);
    rows.push_back(llvm::ConstantStruct::get(
        types_.file,
        {constants_.Str(file.path), External(content->symbol), constants_.U64(content->size),
         llvm::ConstantDataArray::get(module_.getContext(),
                                      llvm::ArrayRef<std::uint8_t>(content->sha256))}));
  }
  return constants_.Table(types_.file, rows, "files");
}

llvm::Constant* TableLowering::Subs(const std::vector<hir::SubWorkflow>& subs) {
  std::vector<hir::SubWorkflow> sorted = subs;
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::tie(a.app_path, a.parent) < std::tie(b.app_path, b.parent);
  });
  std::vector<llvm::Constant*> rows;
  rows.reserve(sorted.size());
  for (const hir::SubWorkflow& sub : sorted) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.sub,
        {constants_.Str(sub.app_path), constants_.U32(sub.workflow), constants_.U32(sub.parent)}));
  }
  return constants_.Table(types_.sub, rows, "subs");
}

/// The linker takes in the executors of the kinds that are named here, and no others.
llvm::Constant* TableLowering::Kind(const stdlib::KindEntry& kind) {
  if (!kind.has_executor) {
    return constants_.Null();
  }
  const bool half = no_network_ && kind.has_local_half;
  std::string symbol = (half ? "hpdl_local_kind_" : "hpdl_kind_") + std::string(kind.decl->name);
  std::replace(symbol.begin(), symbol.end(), '-', '_');
  return External(symbol);
}

llvm::Constant* TableLowering::External(const std::string& symbol) {
  llvm::GlobalVariable* variable = module_.getNamedGlobal(symbol);
  if (variable == nullptr) {
    variable = new llvm::GlobalVariable(module_, types_.i8, /*isConstant=*/true,
                                        llvm::GlobalValue::ExternalLinkage, nullptr, symbol);
    variable->setDSOLocal(true);
  }
  return variable;
}

llvm::DIFile* TableLowering::DebugFile(const std::string& path) {
  const llvm::StringRef name = path;
  if (llvm::sys::path::is_absolute(name)) {
    return debug_->createFile(llvm::sys::path::filename(name), llvm::sys::path::parent_path(name));
  }
  return debug_->createFile(name, options_.directory);
}

llvm::ConstantInt* TableLowering::LineOf(const hir::Workflow& workflow, Range range) const {
  return constants_.U32(workflow.source->Locate(range.begin).line);
}

}  // namespace hpdl::codegen
