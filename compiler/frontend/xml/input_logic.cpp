#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/coordinator.h"

namespace hpdl::frontend {
namespace {

namespace coordinator = stdlib::coordinator;

constexpr ast::LogicKind kLogicKinds[] = {ast::LogicKind::kAnd, ast::LogicKind::kOr,
                                          ast::LogicKind::kCombine, ast::LogicKind::kDataIn};

/// Returns the field number of the first attribute of a logic element. The field numbers of child
/// elements are smaller than the field numbers of attributes.
std::uint32_t FirstAttribute(ast::LogicKind kind) {
  switch (kind) {
    case ast::LogicKind::kDataIn:
      return 0;
    case ast::LogicKind::kCombine:
      return std::size(coordinator::kCombineElements);
    default:
      return std::size(coordinator::kLogicElements);
  }
}

ast::Logic OneLogic(SchemaReader& reader, const ast::Argument& written, ast::LogicKind kind) {
  ast::Logic logic;
  logic.kind = kind;
  logic.range = written.range;
  const std::uint32_t first = FirstAttribute(kind);
  logic.name = TemplateOf(written, first + coordinator::kLogicName);
  logic.min = TemplateOf(written, first + coordinator::kLogicMin);
  logic.wait = TemplateOf(written, first + coordinator::kLogicWait);
  if (kind == ast::LogicKind::kDataIn) {
    logic.dataset = TemplateOf(written, first + coordinator::kLogicDataset);
  } else if (kind == ast::LogicKind::kCombine) {
    for (const ast::Argument& child : written.children) {
      if (child.field < first) {
        logic.children.push_back(OneLogic(reader, child, ast::LogicKind::kDataIn));
      }
    }
    if (logic.children.size() == 1) {
      reader.Report(
          DiagnosticKind::kMissingElement, written.range,
          KnownTag("combine") + " has only one " + KnownTag("data-in") + "; it needs at least two");
    }
  } else {
    logic.children = LogicOf(reader, written);
  }
  return logic;
}

}  // namespace

std::vector<ast::Logic> LogicOf(SchemaReader& reader, const ast::Argument& parent) {
  std::vector<ast::Logic> all;
  for (const ast::Argument& child : parent.children) {
    if (child.field < std::size(kLogicKinds)) {
      all.push_back(OneLogic(reader, child, kLogicKinds[child.field]));
    }
  }
  return all;
}

}  // namespace hpdl::frontend
