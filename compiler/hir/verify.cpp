#include <cstdio>
#include <cstdlib>

#include "compiler/hir/coordinator.h"
#include "compiler/hir/hir.h"

namespace hpdl::hir {
namespace {

[[noreturn]] void Broken(const char* table, std::size_t index, const char* rule) {
  std::fprintf(stderr, "hpdlc: internal error: %s %zu of the checked program: %s\n", table, index,
               rule);
  std::abort();
}

class ExpressionVerifier {
 public:
  explicit ExpressionVerifier(const Expressions& expressions) : w_(expressions) {}

  void CheckTables() const {
    for (std::size_t i = 0; i < w_.exprs.size(); ++i) {
      CheckExpr(i);
    }
    for (std::size_t i = 0; i < w_.values.size(); ++i) {
      CheckValue(i);
    }
  }

  void CheckOptional(ValueId id, const char* what, std::size_t owner) const {
    if (id.valid() && id.index >= w_.values.size()) {
      Broken(what, owner, "it refers to a value that does not exist");
    }
  }

  void CheckValueOf(ValueId id, const char* what, std::size_t owner) const {
    if (!id.valid()) {
      Broken(what, owner, "a value is missing");
    }
    CheckOptional(id, what, owner);
  }

  void CheckArgs(const std::vector<Arg>& args, const char* what, std::size_t owner) const {
    std::vector<std::uint32_t> ends = {static_cast<std::uint32_t>(args.size())};
    for (std::uint32_t i = 0; i < args.size(); ++i) {
      while (i >= ends.back()) {
        ends.pop_back();
      }
      if (args[i].end <= i || args[i].end > ends.back()) {
        Broken(what, owner, "an argument must end inside the argument that contains it");
      }
      ends.push_back(args[i].end);
      CheckOptional(args[i].value, what, owner);
    }
  }

 private:
  void CheckExpr(std::size_t i) const {
    const Expr& expr = w_.exprs[i];
    std::uint32_t effects = expr.effects;
    for (const ExprId operand : expr.operands) {
      // Operands have smaller indices than their expression. Therefore every walk over operands
      // ends.
      if (!operand.valid() || operand.index >= i) {
        Broken("expression", i, "operands must come before it");
      }
      effects |= w_.exprs[operand.index].effects;
    }
    if (effects != expr.effects) {
      Broken("expression", i, "its effects must include those of its operands");
    }
    CheckOperands(expr, i);
  }

  void CheckOperands(const Expr& expr, std::size_t i) const {
    std::size_t wanted = expr.operands.size();
    switch (expr.kind) {
      case ExprKind::kConstant:
        wanted = 0;
        if (expr.type == Type::kAny || expr.type == Type::kMap) {
          Broken("expression", i, "a constant must have a scalar type");
        }
        break;
      case ExprKind::kParameter:
        wanted = 0;
        if (expr.parameter >= w_.parameters.size()) {
          Broken("expression", i, "it must name an existing parameter");
        }
        break;
      case ExprKind::kIndex:
      case ExprKind::kBinary:
        wanted = 2;
        break;
      case ExprKind::kUnary:
        wanted = 1;
        break;
      case ExprKind::kConditional:
        wanted = 3;
        break;
      case ExprKind::kCall:
        if (expr.function == nullptr) {
          Broken("expression", i, "a call must have a function");
        }
        wanted = expr.function->arguments.size();
        break;
      case ExprKind::kConcat:
        break;
    }
    if (expr.operands.size() != wanted) {
      Broken("expression", i, "wrong number of operands");
    }
  }

  void CheckValue(std::size_t i) const {
    const Value& value = w_.values[i];
    if (value.expr.valid() && value.expr.index >= w_.exprs.size()) {
      Broken("value", i, "its expression does not exist");
    }
  }

  const Expressions& w_;
};

class WorkflowVerifier : ExpressionVerifier {
 public:
  explicit WorkflowVerifier(const Workflow& workflow)
      : ExpressionVerifier(workflow), w_(workflow) {}

  void Run() const {
    CheckTables();
    CheckArgs(w_.global_args, "<global> of workflow", 0);
    for (std::size_t i = 0; i < w_.agreements.size(); ++i) {
      const Agreement& agreement = w_.agreements[i];
      if (agreement.node.valid() && agreement.node.index >= w_.nodes.size()) {
        Broken("agreement", i, "its node does not exist");
      }
      CheckArgs(agreement.args, "agreement", i);
    }
    for (std::size_t i = 0; i < w_.nodes.size(); ++i) {
      CheckNode(i);
    }
    if (!w_.start.valid() || w_.start.index >= w_.nodes.size() ||
        w_.nodes[w_.start.index].type != NodeType::kStart) {
      Broken("workflow", 0, "start must be a start node");
    }
    if (!w_.name.valid()) {
      Broken("workflow", 0, "it needs a name");
    }
    CheckOptional(w_.name, "name of workflow", 0);
  }

 private:
  void CheckNode(std::size_t i) const {
    const Node& node = w_.nodes[i];
    CheckEdgeCount(node, i);
    for (const Edge& edge : node.edges) {
      if (!edge.target.valid() || edge.target.index >= w_.nodes.size()) {
        Broken("node", i, "a transition leads nowhere");
      }
      if (w_.nodes[edge.target.index].type == NodeType::kStart) {
        Broken("node", i, "a transition leads to start");
      }
      if (edge.when.valid() && (node.type != NodeType::kDecision || &edge == &node.edges.back())) {
        Broken("node", i, "only the cases of a decision have predicates");
      }
      CheckOptional(edge.when, "predicate of node", i);
    }
    if (node.type == NodeType::kAction && node.kind == nullptr) {
      Broken("node", i, "an action needs a kind");
    }
    CheckOptional(node.message, "message of node", i);
    CheckOptional(node.retry_max, "retry-max of node", i);
    CheckOptional(node.retry_interval, "retry-interval of node", i);
    CheckOptional(node.retry_policy, "retry-policy of node", i);
    CheckOptional(node.on_finish, "on-finish of node", i);
    CheckArgs(node.args, "arguments of node", i);
    CheckUnusedGlobal(node, i);
  }

  void CheckUnusedGlobal(const Node& node, std::size_t i) const {
    std::uint32_t next = 0;
    for (const std::uint32_t unused : node.unused_global) {
      if (unused < next || unused >= w_.global_args.size()) {
        Broken("node", i, "the unused elements of <global> must be sorted and not contain others");
      }
      next = w_.global_args[unused].end;
    }
    if (!node.takes_global && !node.unused_global.empty()) {
      Broken("node", i, "it takes nothing from <global>");
    }
  }

  static void CheckEdgeCount(const Node& node, std::size_t i) {
    const std::size_t count = node.edges.size();
    bool right = count > 0;
    switch (node.type) {
      case NodeType::kStart:
      case NodeType::kJoin:
        right = count == 1;
        break;
      case NodeType::kAction:
        right = count == 2;
        break;
      case NodeType::kEnd:
      case NodeType::kKill:
        right = count == 0;
        break;
      case NodeType::kFork:
      case NodeType::kDecision:
        break;
    }
    if (!right) {
      Broken("node", i, "wrong number of transitions");
    }
  }

  const Workflow& w_;
};

void CheckGiven(const ExpressionVerifier& verifier, const std::vector<GivenProperty>& properties) {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    verifier.CheckValueOf(properties[i].name, "property", i);
    verifier.CheckValueOf(properties[i].value, "property", i);
  }
}

void CheckEvents(const ExpressionVerifier& verifier, const std::vector<DataEvent>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    verifier.CheckValueOf(events[i].dataset, "event", i);
    if (events[i].instances.empty() || (events[i].is_range && events[i].instances.size() != 2)) {
      Broken("event", i, "wrong number of instances");
    }
    for (const Instance& instance : events[i].instances) {
      verifier.CheckValueOf(instance.text, "instance of event", i);
    }
  }
}

}  // namespace

void Verify(const Workflow& workflow) {
  WorkflowVerifier(workflow).Run();
}

void Verify(const Coordinator& c) {
  const ExpressionVerifier verifier(c);
  verifier.CheckTables();
  for (const ValueId id : {c.name, c.frequency, c.start, c.end, c.timezone, c.app_path}) {
    verifier.CheckValueOf(id, "coordinator", 0);
  }
  for (const ValueId id : {c.timeout, c.concurrency, c.execution, c.throttle}) {
    verifier.CheckOptional(id, "control", 0);
  }
  for (std::size_t i = 0; i < c.datasets.size(); ++i) {
    const Dataset& dataset = c.datasets[i];
    for (const ValueId id :
         {dataset.frequency, dataset.initial_instance, dataset.timezone, dataset.uri_template}) {
      verifier.CheckValueOf(id, "data set", i);
    }
    verifier.CheckOptional(dataset.done_flag, "data set", i);
  }
  CheckEvents(verifier, c.inputs);
  CheckEvents(verifier, c.outputs);
  for (std::size_t i = 0; i < c.logic.size(); ++i) {
    if (c.logic[i].end <= i || c.logic[i].end > c.logic.size()) {
      Broken("input logic", i, "an element must end inside the element that contains it");
    }
    for (const ValueId id :
         {c.logic[i].name, c.logic[i].min, c.logic[i].wait, c.logic[i].dataset}) {
      verifier.CheckOptional(id, "input logic", i);
    }
  }
  CheckGiven(verifier, c.configuration);
  verifier.CheckArgs(c.sla.args, "SLA", 0);
}

void Verify(const Bundle& bundle) {
  const ExpressionVerifier verifier(bundle);
  verifier.CheckTables();
  verifier.CheckValueOf(bundle.name, "bundle", 0);
  verifier.CheckOptional(bundle.kick_off_time, "bundle", 0);
  for (std::size_t i = 0; i < bundle.coordinators.size(); ++i) {
    const BundleCoordinator& each = bundle.coordinators[i];
    verifier.CheckValueOf(each.name, "coordinator", i);
    verifier.CheckValueOf(each.app_path, "coordinator", i);
    verifier.CheckOptional(each.critical, "coordinator", i);
    verifier.CheckOptional(each.enabled, "coordinator", i);
    CheckGiven(verifier, each.configuration);
  }
}

}  // namespace hpdl::hir
