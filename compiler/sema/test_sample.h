#ifndef HPDL_COMPILER_SEMA_TEST_SAMPLE_H_
#define HPDL_COMPILER_SEMA_TEST_SAMPLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/sema/check.h"
#include "compiler/sema/test_graph.h"
#include "stdlib/core/common.h"

namespace hpdl::sema {

inline const stdlib::KindEntry* Kind(std::string_view name) {
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    if (entry.decl->name == name) {
      return &entry;
    }
  }
  return nullptr;
}

inline std::uint32_t Field(const stdlib::StructDecl& decl, std::string_view name) {
  std::uint32_t field = 0;
  while (field < decl.elements.size() && decl.elements[field].name != name) {
    ++field;
  }
  return field;
}

/// A test graph. All its actions have the kind `kind`. The functions add other parts of the
/// workflow.
struct Sample : TestGraph {
  explicit Sample(const std::string& text, std::string_view kind = "shell") : TestGraph(text) {
    workflow.version = stdlib::kV0_5;
    for (ast::Node& node : workflow.nodes) {
      if (node.type == ast::NodeType::kAction) {
        node.kind = Kind(kind);
        node.kind_name = kind;
        node.kind_range = node.range;
        node.version = kind == "shell" ? stdlib::kV0_3 : stdlib::kV0_5;
      }
    }
  }

  ast::Template Plain(std::string text) {
    ast::Template result;
    result.text.value = std::move(text);
    return result;
  }
  /// Returns a `${...}` made of one expression.
  ast::Template Expression(ast::Expr expr) {
    ast::Template result = Plain("${...}");
    result.expr = workflow.exprs.Add(std::move(expr));
    return result;
  }
  ast::Template Variable(std::string name, Range range = {}) {
    return Expression({.kind = ast::ExprKind::kName, .range = range, .text = std::move(name)});
  }
  ast::Template Call(std::string function, std::string argument, Range range) {
    const ast::ExprId operand = workflow.exprs.Add(
        {.kind = ast::ExprKind::kString, .range = range, .text = std::move(argument)});
    return Expression({.kind = ast::ExprKind::kCall,
                       .range = range,
                       .name_range = range,
                       .text = std::move(function),
                       .operands = {operand}});
  }
  void Give(std::size_t node, std::string_view element, ast::Template text) {
    ast::Node& action = workflow.nodes[node];
    ast::Argument argument;
    argument.field = Field(*action.kind->decl->shapes[0].body, element);
    argument.text = std::move(text);
    action.body.children.push_back(std::move(argument));
  }
  void Global(std::string_view element, ast::Template text) {
    if (!workflow.global) {
      workflow.global.emplace();
    }
    ast::Argument argument;
    argument.field = Field(stdlib::Global::Decl(), element);
    argument.text = std::move(text);
    workflow.global->children.push_back(std::move(argument));
  }
  void Cluster() {
    Global("job-tracker", Plain("jt"));
    Global("name-node", Plain("hdfs://nn"));
  }
  void Declare(std::string name, std::optional<std::string> value, Range range = {}) {
    ast::Parameter parameter;
    parameter.name = {std::move(name), range};
    if (value) {
      parameter.value.emplace().value = *value;
    }
    workflow.parameters.push_back(std::move(parameter));
  }

  std::unique_ptr<hir::Workflow> Check() {
    diagnostics = Diagnostics();
    return sema::Check(workflow, source, options, diagnostics).hir;
  }
  std::vector<std::string> Kinds() {
    Check();
    std::vector<std::string> kinds;
    for (const Diagnostic& diagnostic : diagnostics.Sorted()) {
      kinds.emplace_back(InfoOf(diagnostic.kind).name);
    }
    return kinds;
  }

  CheckOptions options;
  Diagnostics diagnostics;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_TEST_SAMPLE_H_
