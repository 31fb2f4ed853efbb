#include "compiler/sema/check.h"

#include <algorithm>
#include <cctype>

#include "compiler/sema/action_checks.h"
#include "compiler/sema/arguments.h"
#include "compiler/sema/credentials.h"
#include "compiler/sema/functions.h"
#include "compiler/sema/node_hints.h"
#include "compiler/sema/parameters.h"
#include "runtime/ground/base/lower_case.h"

namespace hpdl::sema {
namespace {

using ast::NodeType;
using stdlib::Type;

constexpr std::string_view kForkJoinProperty = "oozie.wf.validate.ForkJoin";

bool IsFalse(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return IsInAnyCase(text, "false");
}

bool ForkJoinIsChecked(const CheckOptions& options) {
  if (!options.validate_fork_join) {
    return false;
  }
  if (options.properties && options.properties->contains(std::string(kForkJoinProperty))) {
    return ValidatesForkJoin(*options.properties);
  }
  for (const hir::Property& property : options.defaults) {
    if (property.name == kForkJoinProperty) {
      return !IsFalse(property.value);
    }
  }
  return true;
}

/// Lowers nodes into one workflow. A second object lowers the unreachable nodes. These nodes are
/// checked like reachable nodes, but the program does not contain their expressions.
class NodeLowering {
 public:
  NodeLowering(const ast::Workflow& workflow, ArgumentLowering::GlobalUse global,
               hir::Workflow& out, const Reporter& reporter)
      : expressions_(workflow.exprs, *reporter.source, out, *reporter.diagnostics),
        arguments_(workflow, global, expressions_, reporter),
        credentials_(workflow, expressions_, reporter),
        lowers_shared_(global == ArgumentLowering::GlobalUse::kLower),
        is_oozie_(workflow.dialect == ast::Dialect::kOozie),
        predicate_(is_oozie_ ? Type::kString : Type::kBoolean) {}

  /// `sources` gets the source of each argument of the node.
  hir::Node Lower(const ast::Node& node, std::vector<ArgumentSource>* sources) {
    if (is_oozie_) {
      expressions_.WarnInsteadOfFailing("node " + Quoted(node.name.text) +
                                        " fails when a run reaches it");
    }
    hir::Node out;
    out.name = node.name.text;
    out.type = node.type;
    out.range = node.range;
    out.kind = node.kind;
    out.shape = node.shape;
    if (node.message) {
      out.message = expressions_.LowerValue(*node.message, Type::kString);
    }
    if (node.type == NodeType::kAction) {
      LoweredArguments lowered = arguments_.Lower(node);
      out.takes_global = arguments_.TakesFromGlobal(node);
      out.unused_global = arguments_.UnusedGlobal(node);
      if (lowers_shared_) {
        credentials_.Append(node, &lowered);
      }
      out.args = std::move(lowered.args);
      *sources = std::move(lowered.sources);
    }
    out.retry_max = Optional(node.retry_max);
    out.retry_interval = Optional(node.retry_interval);
    out.retry_policy = Optional(node.retry_policy);
    out.on_finish = Optional(node.on_finish);
    if (node.credentials) {
      out.credentials = node.credentials->text;
    }
    out.edges.reserve(node.edges.size());
    for (const ast::Edge& edge : node.edges) {
      hir::Edge lowered;
      lowered.name = edge.name.text.empty() ? edge.to.text : edge.name.text;
      lowered.range = edge.range;
      if (edge.when) {
        lowered.when = expressions_.LowerValue(*edge.when, predicate_);
      }
      out.edges.push_back(std::move(lowered));
    }
    expressions_.WarnInsteadOfFailing({});
    return out;
  }

  ExpressionLowering& expressions() { return expressions_; }
  const ArgumentLowering& arguments() const { return arguments_; }

 private:
  hir::ValueId Optional(const std::optional<ast::Template>& text) {
    return text ? expressions_.LowerValue(*text, Type::kString) : hir::ValueId{};
  }

  ExpressionLowering expressions_;
  ArgumentLowering arguments_;
  CredentialLowering credentials_;
  /// True if this object also lowers <global> and credentials, which all nodes share.
  const bool lowers_shared_;
  /// True for the dialect in which a failing expression is found only when its node runs.
  const bool is_oozie_;
  /// The type of predicates: a String in Oozie, which compares the text of a case with "true"
  /// (rt::IsTrueCase), and a Boolean in HWS.
  const Type predicate_;
};

/// Copies the bindings of visited expressions from `more` to `all`.
void KeepBound(std::span<const Bound> more, std::vector<Bound>* all) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (more[i].visited) {
      (*all)[i] = more[i];
    }
  }
}

/// Binds expressions that nothing evaluates, such as the expressions in a credential that no action
/// uses. Reports nothing.
void BindRest(const ast::Workflow& workflow, std::vector<Bound>* all) {
  const stdlib::Environment environment =
      workflow.dialect == hir::Dialect::kHws ? stdlib::kHwsWorkflow : stdlib::kOozieWorkflow;
  for (std::uint32_t i = 0; i < all->size(); ++i) {
    const ast::Expr& expr = workflow.exprs[ast::ExprId{i}];
    Bound& bound = (*all)[i];
    if (!bound.visited && expr.kind == ast::ExprKind::kCall) {
      bound.function = FindFunction(expr.text, expr.operands.size(), environment);
    } else if (!bound.visited && expr.kind == ast::ExprKind::kName) {
      bound.constant = FindConstant(expr.text, environment);
    }
  }
}

/// Reports a string literal that should name a node if no node has this name. The diagnostic is not
/// an error, because at run time the called function treats an unknown node like a node that has
/// not run. The diagnostic says which node was probably meant only if `hints` is not null.
void CheckNodeReferences(std::span<const Call> calls, const Graph& graph, NodeHints* hints,
                         const Reporter& reporter) {
  for (const Call& call : calls) {
    const Call::Literal* named = call.Node();
    if (named == nullptr || graph.names.contains(named->text) || graph.MayBeLost(named->text)) {
      continue;
    }
    Range name = named->range;
    if (name.end - name.begin == named->text.size() + 2) {
      name = {name.begin + 1, name.end - 1};  // the range of the name without its quotes
    }
    NodeHints::Hint hint = hints == nullptr ? NodeHints::Hint() : hints->For(named->text, name);
    Diagnostic& diagnostic =
        reporter.Emit(DiagnosticKind::kUnknownNodeInFunction, named->range,
                      Message::Words(call.function->name) + " names node " + Quoted(named->text) +
                          ", which does not exist" + hint.text);
    if (reporter.source->Slice(name) == named->text) {
      diagnostic.fix = std::move(hint.fix);
    }
  }
}

/// Reports token:put in a value that may be evaluated more than once, or that belongs to no node.
void CheckPuts(const hir::Workflow& workflow, const Reporter& reporter) {
  const auto check = [&](hir::ValueId id, std::string_view place) {
    if (!id.valid()) {
      return;
    }
    const hir::Value& value = workflow.values[id.index];
    if (value.expr.valid() && (workflow.exprs[value.expr.index].effects & stdlib::kWrite) != 0) {
      reporter.Emit(DiagnosticKind::kPutOutOfPlace, value.range,
                    "token:put is not allowed in " + Message::Words(place));
    }
  };
  check(workflow.name, "the name of the workflow, which belongs to no node");
  for (const hir::Arg& arg : workflow.global_args) {
    check(arg.value, "<global>, which is evaluated for each action");
  }
  for (const hir::Node& node : workflow.nodes) {
    for (const hir::ValueId id : {node.retry_max, node.retry_interval, node.retry_policy}) {
      check(id, "a retry attribute, which may be evaluated again");
    }
  }
}

/// Reports an <on-finish> that puts nothing into the token, or that reads files. The engine
/// evaluates it together with the transition of its action, and so it cannot wait for a file
/// system.
void CheckOnFinish(const hir::Workflow& workflow, const Reporter& reporter) {
  for (const hir::Node& node : workflow.nodes) {
    if (!node.on_finish.valid()) {
      continue;
    }
    const hir::Value& value = workflow.values[node.on_finish.index];
    const std::uint32_t effects =
        value.expr.valid() ? workflow.exprs[value.expr.index].effects : stdlib::kPure;
    const Message whose = "the <on-finish> of " + Quoted(node.name);
    if ((effects & stdlib::kWrite) == 0) {
      reporter.Emit(DiagnosticKind::kBadOnFinish, value.range,
                    whose + " puts nothing into the token; call token:put in it");
    } else if ((effects & stdlib::kWorld) != 0) {
      reporter.Emit(DiagnosticKind::kBadOnFinish, value.range,
                    whose + " reads files; read them in a later node, such as a decision");
    }
  }
}

/// Lowers the reachable nodes in document order. Their transitions use the ids of the nodes in the
/// hir.
void LowerReachable(NodeLowering& lowering, Checked& checked) {
  const Graph& graph = checked.graph;
  hir::Workflow& out = *checked.hir;
  const auto& nodes = graph.workflow->nodes;
  const std::vector<Call>& calls = lowering.expressions().calls();
  checked.nodes.resize(nodes.size());
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    checked.calls.first.push_back(static_cast<std::uint32_t>(calls.size()));
    if (graph.reachable[n]) {
      checked.nodes[n].index = static_cast<std::uint32_t>(out.nodes.size());
      out.nodes.push_back(lowering.Lower(nodes[n], &checked.argument_sources.emplace_back()));
    }
  }
  checked.calls.first.push_back(static_cast<std::uint32_t>(calls.size()));
  checked.calls.all = calls;
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    if (!graph.reachable[n]) {
      continue;
    }
    const auto targets = graph.TargetsOf(n);
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (targets[e] != kNoNode) {
        out.nodes[checked.nodes[n].index].edges[e].target = checked.nodes[targets[e]];
      }
    }
  }
  if (graph.start != kNoNode) {
    out.start = checked.nodes[graph.start];
  }
}

/// Lowers the agreements (SLA) of the workflow and of its reachable actions.
void LowerAgreements(NodeLowering& lowering, Checked& checked) {
  const ast::Workflow& workflow = *checked.graph.workflow;
  for (const ast::Sla& sla : workflow.sla) {
    if (sla.version != stdlib::kV0_2) {
      continue;
    }
    hir::Agreement agreement;
    const auto named = checked.graph.names.find(sla.node);
    if (named != checked.graph.names.end()) {
      agreement.node = checked.nodes[named->second];
    }
    if (!sla.node.empty() && !agreement.node.valid()) {
      continue;  // the action of this SLA is not reachable
    }
    for (const ast::Argument& child : sla.body.children) {
      hir::Arg arg;
      arg.field = child.field;
      arg.end = static_cast<std::uint32_t>(agreement.args.size()) + 1;
      arg.range = child.range;
      if (child.text) {
        arg.value = lowering.expressions().LowerValue(*child.text, Type::kString);
      }
      agreement.args.push_back(arg);
    }
    checked.hir->agreements.push_back(std::move(agreement));
  }
  std::stable_partition(checked.hir->agreements.begin(), checked.hir->agreements.end(),
                        [](const hir::Agreement& each) { return !each.node.valid(); });
}

/// Reports the diagnostics of unreachable nodes. If `certain` is true, no run reaches these nodes.
/// An error in an expression then becomes the warning FailsIfReached, and there are no corrections.
void PassOn(const Diagnostics& found, bool certain, Diagnostics& diagnostics) {
  for (Diagnostic& diagnostic : found.Sorted()) {
    const bool no_error = certain && (diagnostic.kind == DiagnosticKind::kElType ||
                                      diagnostic.kind == DiagnosticKind::kUnknownFunction ||
                                      diagnostic.kind == DiagnosticKind::kWrongArity);
    Diagnostic& passed =
        diagnostics.Emit(no_error ? DiagnosticKind::kFailsIfReached : diagnostic.kind,
                         diagnostic.source, diagnostic.range, std::move(diagnostic.text));
    passed.notes = std::move(diagnostic.notes);
    if (!certain) {
      passed.fix = std::move(diagnostic.fix);
    }
  }
}

void CheckUnreachable(Checked& checked, const Reporter& reporter) {
  const Graph& graph = checked.graph;
  const auto& nodes = graph.workflow->nodes;
  if (std::find(graph.reachable.begin(), graph.reachable.end(), false) == graph.reachable.end()) {
    return;
  }
  hir::Workflow scratch;
  Diagnostics found;
  const Reporter apart{reporter.source, &found};
  NodeLowering lowering(*graph.workflow, ArgumentLowering::GlobalUse::kPresence, scratch, apart);
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    if (!graph.reachable[n]) {
      std::vector<ArgumentSource> sources;
      lowering.Lower(nodes[n], &sources);
    }
  }
  const bool certain = !graph.incomplete;
  NodeHints hints(*graph.workflow);
  CheckNodeReferences(lowering.expressions().calls(), graph, certain ? nullptr : &hints, apart);
  PassOn(found, certain, *reporter.diagnostics);
  KeepBound(lowering.expressions().bound(), &checked.bound);
}

/// Emits one warning at the first SLA element, because many definitions have an SLA element in each
/// action.
void WarnOfSla(const ast::Workflow& workflow, const Reporter& reporter) {
  const ast::Sla* first = nullptr;
  std::size_t count = 0;
  for (const ast::Sla& sla : workflow.sla) {
    if (sla.version == stdlib::kV0_1) {
      first = first == nullptr ? &sla : first;
      ++count;
    }
  }
  if (first == nullptr) {
    return;
  }
  reporter.Emit(DiagnosticKind::kSlaIgnored, first->tag,
                "SLA elements of version 0.1 have no effect: nothing watches these times" +
                    (count == 1 ? Message()
                                : "; the workflow has " + Message(std::to_string(count)) +
                                      " of these elements"));
}

}  // namespace

bool ValidatesForkJoin(const std::map<std::string, std::string>& properties) {
  const auto given = properties.find(std::string(kForkJoinProperty));
  return given == properties.end() || !IsFalse(given->second);
}

Checked Check(const ast::Workflow& workflow, const SourceBuffer& source,
              const CheckOptions& options, Diagnostics& diagnostics) {
  const Reporter reporter{&source, &diagnostics};
  Checked checked;
  checked.hir = std::make_unique<hir::Workflow>();
  hir::Workflow& out = *checked.hir;
  out.dialect = workflow.dialect;
  out.schema = workflow.schema;
  out.source = &source;
  out.file_name = source.name();
  out.defaults = options.defaults;
  out.unpaired_joins = !ForkJoinIsChecked(options);

  Graph& graph = checked.graph;
  graph = ResolveNames(workflow, reporter);
  CheckReachability(graph, reporter);
  if (graph.start != kNoNode && !graph.cyclic && !graph.duplicates && !out.unpaired_joins) {
    CheckForkJoin(graph, reporter);
  }
  DeclareParameters(workflow.parameters, out, reporter);
  NodeLowering lowering(workflow, ArgumentLowering::GlobalUse::kLower, out, reporter);
  out.name = lowering.expressions().LowerValue(workflow.name, Type::kString);
  LowerReachable(lowering, checked);
  LowerAgreements(lowering, checked);
  out.global_args = lowering.arguments().global().args;
  checked.global_sources = lowering.arguments().global().sources;
  NodeHints hints(workflow);
  CheckNodeReferences(lowering.expressions().calls(), graph, &hints, reporter);
  CheckPuts(out, reporter);
  CheckOnFinish(out, reporter);
  CheckRetryTypes(out, reporter);
  CheckActions(workflow, reporter);
  checked.bound.resize(workflow.exprs.size());
  KeepBound(lowering.expressions().bound(), &checked.bound);
  CheckUnreachable(checked, reporter);
  BindRest(workflow, &checked.bound);
  WarnOfSla(workflow, reporter);
  if (graph.start == kNoNode && !diagnostics.HasErrors()) {
    reporter.Emit(DiagnosticKind::kMissingElement, workflow.range, "the workflow has no start");
  }
  const bool sound = !diagnostics.HasErrors();
  if (workflow.dialect == ast::Dialect::kOozie) {
    CheckPropertyNames(out, options, rt::ReservedBy::kWorkflows, reporter);
  }
  CheckParameterValues(out, options, reporter);
  if (!sound) {
    checked.hir = nullptr;
  }
  return checked;
}

}  // namespace hpdl::sema
