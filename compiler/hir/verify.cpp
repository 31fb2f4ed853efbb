#include <cstdio>
#include <cstdlib>

#include "compiler/hir/hir.h"

namespace hpdl::hir {
namespace {

[[noreturn]] void Broken(const char* table, std::size_t index, const char* rule) {
  std::fprintf(stderr, "hpdlc: internal error: %s %zu of the checked program: %s\n", table, index,
               rule);
  std::abort();
}

class Verifier {
 public:
  explicit Verifier(const Workflow& workflow) : w_(workflow) {}

  void Run() const {
    for (std::size_t i = 0; i < w_.exprs.size(); ++i) {
      CheckExpr(i);
    }
    for (std::size_t i = 0; i < w_.values.size(); ++i) {
      CheckValue(i);
    }
    CheckArgs(w_.global_args, "global of node", 0);
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
  void CheckExpr(std::size_t i) const {
    const Expr& expr = w_.exprs[i];
    std::uint32_t effects = expr.effects;
    for (const ExprId operand : expr.operands) {
      // This also makes every walk over operands end.
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
          Broken("expression", i, "a call must be bound");
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

  void CheckOptional(ValueId id, const char* what, std::size_t owner) const {
    if (id.valid() && id.index >= w_.values.size()) {
      Broken(what, owner, "it refers to a value that does not exist");
    }
  }

  void CheckArgs(const std::vector<Arg>& args, const char* what, std::size_t owner) const {
    std::vector<std::uint32_t> ends = {static_cast<std::uint32_t>(args.size())};
    for (std::uint32_t i = 0; i < args.size(); ++i) {
      while (i >= ends.back()) {
        ends.pop_back();
      }
      if (args[i].end <= i || args[i].end > ends.back()) {
        Broken(what, owner, "arguments must nest");
      }
      ends.push_back(args[i].end);
      CheckOptional(args[i].value, what, owner);
    }
  }

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
    CheckArgs(node.args, "arguments of node", i);
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

}  // namespace

void Verify(const Workflow& workflow) {
  Verifier(workflow).Run();
}

}  // namespace hpdl::hir
