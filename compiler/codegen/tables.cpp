#include "compiler/codegen/tables.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "compiler/codegen/celos_tables.h"
#include "compiler/codegen/coordinator_tables.h"
#include "compiler/codegen/names.h"
#include "compiler/hir/job_xml.h"
#include "runtime/ground/abi/hpdl_abi.h"

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

}  // namespace

TableLowering::TableLowering(llvm::Module& module, const Options& options, FileSection& files,
                             std::string content_hash)
    : module_(module),
      options_(options),
      files_(files),
      content_hash_(std::move(content_hash)),
      types_(module.getContext()),
      constants_(module, types_),
      shared_(module, types_, constants_, options, !content_hash_.empty()) {}

Result<void> TableLowering::Lower(const hir::Program& program) {
  if (options_.debug_info) {
    shared_.BeginDebug(program.celos != nullptr ? program.celos->name : program.root().file_name);
  }
  no_network_ = program.no_network;
  std::vector<llvm::Constant*> workflows;
  for (std::size_t i = 0; i < program.workflows.size(); ++i) {
    const Result<llvm::Constant*> workflow = Workflow(*program.workflows[i], i);
    HPDL_TRY(workflow);
    workflows.push_back(*workflow);
  }
  const std::vector<llvm::Constant*> agreements = Agreements(program);
  CoordinatorTables coordinator_tables(types_, constants_, shared_);
  const Constants& c = constants_;
  llvm::Constant* content = llvm::ConstantStruct::get(
      types_.program, {c.U32(HPDL_ABI_VERSION),
                       c.U32(workflows.size()),
                       constants_.Table(types_.workflow, workflows, "workflows"),
                       shared_.Properties(program.properties, "properties"),
                       c.U32(program.properties.size()),
                       c.U32(program.no_network ? HPDL_PROGRAM_NO_NETWORK : 0),
                       constants_.Str(options_.compiler_version),
                       constants_.Str(content_hash_),
                       Subs(program.subs),
                       c.U32(program.subs.size()),
                       c.U32(0),
                       program.no_network ? c.Null() : External("hpdl_network_curl"),
                       program.no_network ? c.Null() : External("hpdl_hadoop_web"),
                       coordinator_tables.CoordinatorOf(program),
                       coordinator_tables.BundleOf(program),
                       Coordination(program),
                       constants_.Table(types_.agreement, agreements, "agreements"),
                       c.U32(agreements.size()),
                       c.U32(0),
                       agreements.empty() ? c.Null() : External("hpdl_sla_judge")});
  auto* symbol =
      new llvm::GlobalVariable(module_, types_.program, /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, content, kProgramSymbol);
  symbol->setDSOLocal(true);
  if (std::any_of(program.workflows.begin(), program.workflows.end(),
                  [](const auto& workflow) { return hir::ReadsExpressions(*workflow); })) {
    DefineNames(module_, types_, constants_);
  }
  if (program.celos != nullptr) {
    DefineCelos(
        module_, types_, constants_, *program.celos,
        program.celos->scripts.empty() ? constants_.Null() : External("hpdl_celos_javascript"),
        content_hash_.empty());
  }
  if (options_.debug_info) {
    shared_.EndDebug();
  }
  return {};
}

llvm::Constant* TableLowering::Coordination(const hir::Program& program) {
  if (program.celos != nullptr) {
    return External("hpdl_celos_schedules");
  }
  const bool is_workflow = program.coordinators.empty() && program.bundle == nullptr;
  return is_workflow ? constants_.Null() : External("hpdl_coordination_engine");
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
       shared_.Index(workflow.name),
       constants_.Str(workflow.schema),
       constants_.Str(workflow.source->text()),
       shared_.FileName(workflow),
       constants_.Str(workflow.app_path),
       constants_.Table(types_.node, nodes, "nodes"),
       c.U32(nodes.size()),
       c.U32(workflow.start.index),
       shared_.Expressions(workflow, "hpdl_expr_" + std::to_string(number) + "_"),
       c.U32(workflow.values.size()),
       c.U32(workflow.parameters.size()),
       shared_.Parameters(workflow),
       shared_.Properties(workflow.defaults, "defaults"),
       c.U32(workflow.defaults.size()),
       c.U32(workflow.global_args.size()),
       shared_.Arguments(workflow, workflow.global_args),
       *files,
       c.U32(workflow.files.size()),
       c.U32(workflow.unpaired_joins ? HPDL_WORKFLOW_UNPAIRED_JOINS : 0),
       constants_.Str(workflow.handed_global),
       constants_.Str(workflow.inherited_global)});
}

llvm::Constant* TableLowering::Node(const hir::Workflow& workflow, const hir::Node& node) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> edges;
  edges.reserve(node.edges.size());
  for (const hir::Edge& edge : node.edges) {
    edges.push_back(llvm::ConstantStruct::get(
        types_.edge,
        {constants_.Str(edge.name), c.U32(edge.target.index), shared_.Index(edge.when)}));
  }
  std::vector<llvm::Constant*> unused;
  for (const std::uint32_t index : node.unused_global) {
    unused.push_back(c.U32(index));
  }
  const bool action = node.kind != nullptr;
  return llvm::ConstantStruct::get(
      types_.node,
      {constants_.Str(node.name), c.U32(NodeTypeOf(node.type)),
       shared_.LineOf(workflow, node.range), constants_.Table(types_.edge, edges, "edges"),
       c.U32(edges.size()), shared_.Index(node.message), action ? Kind(*node.kind) : c.Null(),
       constants_.Str(action ? node.kind->decl->name : std::string_view()), c.U32(node.shape),
       c.U32(node.args.size()), shared_.Arguments(workflow, node.args),
       shared_.Index(node.retry_max), shared_.Index(node.retry_interval),
       shared_.Index(node.retry_policy), shared_.Index(node.on_finish),
       constants_.Str(node.credentials), constants_.Table(types_.i32, unused, "unused"),
       c.U32(unused.size()), c.U32(node.takes_global ? HPDL_NODE_TAKES_GLOBAL : 0)});
}

Result<llvm::Constant*> TableLowering::Files(const std::vector<hir::File>& files) {
  std::vector<llvm::Constant*> rows;
  for (const hir::File& file : files) {
    const Result<const FileSection::Content*> added = files_.Add(file);
    HPDL_TRY(added);
    const FileSection::Content* content = *added;
    rows.push_back(llvm::ConstantStruct::get(
        types_.file,
        {constants_.Str(file.path), External(content->symbol), constants_.U64(content->size),
         llvm::ConstantDataArray::get(module_.getContext(),
                                      llvm::ArrayRef<std::uint8_t>(content->sha256))}));
  }
  return constants_.Table(types_.file, rows, "files");
}

std::vector<llvm::Constant*> TableLowering::Agreements(const hir::Program& program) {
  std::vector<llvm::Constant*> rows;
  const Constants& c = constants_;
  for (std::size_t i = 0; i < program.workflows.size(); ++i) {
    const hir::Workflow& workflow = *program.workflows[i];
    for (const hir::Agreement& agreement : workflow.agreements) {
      const std::uint32_t node = agreement.node.valid() ? agreement.node.index : HPDL_NONE;
      rows.push_back(llvm::ConstantStruct::get(
          types_.agreement, {c.U32(i), c.U32(node), c.U32(agreement.args.size()), c.U32(0),
                             shared_.Arguments(workflow, agreement.args)}));
    }
  }
  return rows;
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

/// Returns the symbol of an action kind. The linker includes the executor of a kind only if the
/// program refers to this symbol.
llvm::Constant* TableLowering::Kind(const stdlib::KindEntry& kind) {
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

}  // namespace hpdl::codegen
