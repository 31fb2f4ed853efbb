#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header
using stdlib::Family;
using stdlib::KindEntry;
using stdlib::Shape;

/// Reads the OK and ERROR transitions of an HWS action, in this order.
void ReadHwsTransitions(WorkflowReader& reader, Element element, const Scope& scope,
                        ast::Node& node) {
  static constexpr std::string_view kNames[] = {"OK", "ERROR"};
  std::optional<ast::Edge> found[2];
  for (Element child = element.FirstChild(); child; child = child.NextSibling()) {
    if (child.LocalName() != "transition" || child.Namespace() != scope.ns) {
      continue;
    }
    const ast::Argument body = reader.ReadStruct(kTransitionDecl, child, scope);
    ast::Edge edge;
    edge.name = NameOf(body, kTransitionName);
    edge.to = NameOf(body, kTransitionTo);
    edge.range = body.range;
    const auto* place = std::find(std::begin(kNames), std::end(kNames), edge.name.text);
    if (place == std::end(kNames)) {
      if (Find(body, kTransitionName) != nullptr) {
        Diagnostic& diagnostic =
            reader.Report(DiagnosticKind::kUnknownTransition, edge.name.range,
                          "an action has no transition " + Quoted(edge.name.text) +
                              ", only OK and ERROR" + DidYouMean(edge.name.text, kNames));
        diagnostic.oozie_code = "E0722";
        diagnostic.fix = RenameToNearest(edge.name.range, edge.name.text, kNames);
      }
      continue;
    }
    std::optional<ast::Edge>& slot = found[place - kNames];
    if (slot) {
      reader
          .Report(DiagnosticKind::kRepeatedElement, edge.name.range,
                  "transition " + Quoted(edge.name.text) + " stands twice in this action")
          .notes.push_back({&reader.source(), slot->range, "the first transition is here"});
      continue;
    }
    slot = std::move(edge);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (found[i]) {
      node.edges.push_back(std::move(*found[i]));
    } else {
      reader.Report(DiagnosticKind::kMissingElement, element.NameRange(),
                    KnownTag(element.LocalName()) + " has no `<transition name=\"" +
                        Message::Words(kNames[i]) + "\">`");
    }
  }
}

}  // namespace

bool ReadHwsAction(WorkflowReader& reader, Element element, const Scope& scope) {
  for (const KindEntry& entry : stdlib::AllKinds()) {
    for (std::uint32_t i = 0; i < entry.decl->shapes.size(); ++i) {
      const Shape& shape = entry.decl->shapes[i];
      if (shape.family != Family::kHws || shape.element != element.LocalName() ||
          element.Namespace() != scope.ns) {
        continue;
      }
      ast::Node node;
      node.type = ast::NodeType::kAction;
      node.kind = &entry;
      node.kind_name = element.LocalName();
      node.kind_range = element.NameRange();
      node.shape = i;
      node.version = stdlib::kHws;
      node.range = element.StartTag();
      static constexpr std::string_view kBeside[] = {"transition", kOnFinishDecl.name};
      node.body = reader.ReadStruct(*shape.body, element, scope, {kBeside, "name"});
      ast::Argument name;
      name.range = node.range;
      reader.ReadAttributes(kEndDecl, element, scope, {}, name);
      node.name = NameOf(name, 0);
      ReadHwsTransitions(reader, element, scope, node);
      for (Element child = element.FirstChild(); child; child = child.NextSibling()) {
        if (child.LocalName() == kOnFinishDecl.name && child.Namespace() == scope.ns) {
          ReadOnFinish(reader, child, scope, node);
        }
      }
      reader.workflow().nodes.push_back(std::move(node));
      return true;
    }
  }
  return false;
}

}  // namespace hpdl::frontend
