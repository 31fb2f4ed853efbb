#ifndef HPDL_COMPILER_HIR_TESTING_SAMPLE_H_
#define HPDL_COMPILER_HIR_TESTING_SAMPLE_H_

#include "compiler/hir/hir.h"

namespace hpdl::hir::testing {

inline constexpr stdlib::ElementDecl kElements[] = {{.name = "exec"}};
inline constexpr stdlib::StructDecl kBody{.name = "toy", .elements = kElements};
inline constexpr stdlib::Shape kShapes[] = {{stdlib::Family::kWorkflow, "toy", {}, {}, &kBody}};
inline constexpr stdlib::KindDecl kKind{.name = "toy", .shapes = kShapes};
inline constexpr stdlib::KindEntry kEntry{&kKind, false};

/// Returns a workflow that has most types of nodes:
/// start -> decision (a > 1: work, default: kill); work -> end | kill
inline Workflow Sample() {
  Workflow w;
  w.values = {{.text = "my \"flow\""},
              {.expr = ExprId{2}, .text = "${a > 1}", .target = Type::kBoolean},
              {.text = "echo"}};
  w.name = ValueId{0};
  w.parameters = {{.name = "a", .default_value = "5", .used = true}};
  w.exprs = {{.kind = ExprKind::kParameter, .type = Type::kAny, .effects = stdlib::kRunState},
             {.kind = ExprKind::kConstant, .type = Type::kLong, .number = 1},
             {.kind = ExprKind::kBinary,
              .type = Type::kBoolean,
              .op = Op::kGreater,
              .effects = stdlib::kRunState,
              .operands = {ExprId{0}, ExprId{1}}}};
  w.start = NodeId{0};
  w.nodes.resize(5);
  w.nodes[0] = {.name = ":start:", .type = NodeType::kStart, .edges = {{"d", NodeId{1}}}};
  w.nodes[1] = {.name = "d",
                .type = NodeType::kDecision,
                .edges = {{"work", NodeId{2}, ValueId{1}}, {"k", NodeId{3}}}};
  w.nodes[2] = {.name = "work",
                .type = NodeType::kAction,
                .edges = {{"ok", NodeId{4}}, {"error", NodeId{3}}},
                .kind = &kEntry,
                .args = {{.field = 0, .end = 1, .value = ValueId{2}}}};
  w.nodes[3] = {.name = "k", .type = NodeType::kKill, .message = ValueId{2}};
  w.nodes[4] = {.name = "end", .type = NodeType::kEnd};
  return w;
}

}  // namespace hpdl::hir::testing

#endif  // HPDL_COMPILER_HIR_TESTING_SAMPLE_H_
