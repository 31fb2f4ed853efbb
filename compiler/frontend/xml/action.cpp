#include <algorithm>

#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/child_checker.h"
#include "compiler/frontend/xml/constructs.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "compiler/frontend/xml/kind_finder.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

void ReadKind(WorkflowReader& reader, Element element, const Scope& scope, ast::Node& node) {
  node.kind_name = element.LocalName();
  node.kind_range = element.NameRange();
  if (!FindKind(reader, element, scope, node)) {
    return;
  }
  Scope own{node.version, element.Namespace(), false, scope.environment};
  own.action = node.name.text;
  node.body = reader.ReadStruct(*node.kind->decl->shapes[node.shape].body, element, own);
}

/// Reads the children of `<action>`: the element of the action kind, `<ok>`, `<error>`,
/// `<on-finish>` and the SLA element.
class ActionReader {
 public:
  ActionReader(WorkflowReader& reader, Element element, const Scope& scope, ast::Node& node)
      : reader_(reader),
        element_(element),
        scope_(scope),
        node_(node),
        checker_(reader, kActionDecl, scope, element) {}

  void Read() {
    for (Element child = element_.FirstChild(); child; child = child.NextSibling()) {
      const bool in_workflow = child.Namespace() == scope_.ns;
      if (IsSla(child)) {
        ReadSlaOf(child);
      } else if (IsOnFinish(child, scope_)) {
        RefuseAfterSla(child);
        ReadOnFinish(reader_, child, scope_, node_);
      } else if (in_workflow && (child.LocalName() == "ok" || child.LocalName() == "error")) {
        ReadTransition(child);
      } else {
        ReadKindOf(child);
      }
    }
    if (!kind_) {
      reader_.Report(DiagnosticKind::kMissingElement, element_.NameRange(),
                     "`<action>` has no element that says what to do, such as `<fs>`");
    }
    checker_.Finish();
    std::stable_sort(node_.edges.begin(), node_.edges.end(),
                     [](const ast::Edge& a, const ast::Edge& b) {
                       return a.name.text == "ok" && b.name.text != "ok";
                     });
  }

 private:
  void ReadTransition(Element child) {
    RefuseAfterSla(child);
    checker_.Take(child);
    transition_ = transition_ ? transition_ : child;
    const ast::Argument body = reader_.ReadStruct(kToDecl, child, scope_);
    for (const ast::Edge& edge : node_.edges) {
      if (edge.name.text == child.LocalName()) {
        return;  // Take() has reported the repeated element
      }
    }
    ast::Edge edge;
    edge.name = {std::string(child.LocalName()), child.NameRange()};
    edge.to = NameOf(body, 0);
    edge.range = body.range;
    node_.edges.push_back(std::move(edge));
  }

  void ReadKindOf(Element child) {
    RefuseAfterSla(child);
    static constexpr std::string_view kAfterKind[] = {"ok", "error", kOnFinishDecl.name};
    const Message hint =
        child.Namespace() == scope_.ns ? DidYouMean(child.LocalName(), kAfterKind) : Message();
    if (!hint.empty()) {
      reader_
          .Report(DiagnosticKind::kUnknownElement, child.NameRange(),
                  Tag(child.QualifiedName()) + " is not known in `<action>`" + hint)
          .fix = RenameElementToNearest(reader_.source(), child, kAfterKind);
      return;
    }
    if (kind_) {
      reader_
          .Report(
              DiagnosticKind::kRepeatedElement, child.NameRange(),
              "an action does only one thing, so " + Tag(child.QualifiedName()) + " is not allowed")
          .notes.push_back({&reader_.source(), kind_.NameRange(), "the first element is here"});
      return;
    }
    kind_ = child;
    if (transition_) {
      reader_
          .Report(DiagnosticKind::kMisplacedElement, child.NameRange(),
                  Tag(child.QualifiedName()) + " must stand before " +
                      KnownTag(transition_.LocalName()))
          .fix = MoveElement(reader_.source(), child, transition_.NameRange());
    }
    ReadKind(reader_, child, scope_, node_);
  }

  void ReadSlaOf(Element child) {
    if (sla_) {
      reader_.Report(DiagnosticKind::kRepeatedElement, child.NameRange(),
                     "an action may have only one SLA element");
    }
    sla_ = child;
    ReadWorkflowSla(reader_, child, scope_, node_.name.text);
  }

  void RefuseAfterSla(Element child) {
    if (sla_) {
      reader_.Report(DiagnosticKind::kMisplacedElement, child.NameRange(),
                     Tag(child.QualifiedName()) + " must stand before the SLA element");
    }
  }

  WorkflowReader& reader_;
  Element element_;
  const Scope& scope_;
  ast::Node& node_;
  ChildChecker checker_;
  Element kind_;
  Element transition_;
  Element sla_;
};

}  // namespace

void ReadAction(WorkflowReader& reader, Element element, const Scope& scope) {
  ast::Argument attributes;
  attributes.range = element.StartTag();
  reader.ReadAttributes(kActionDecl, element, scope, {}, attributes);
  reader.RefuseText(element);
  ast::Node node;
  node.type = ast::NodeType::kAction;
  node.name = NameOf(attributes, kActionName);
  node.range = attributes.range;
  node.retry_max = TemplateOf(attributes, kActionRetryMax);
  node.retry_interval = TemplateOf(attributes, kActionRetryInterval);
  node.retry_policy = TemplateOf(attributes, kActionRetryPolicy);
  if (Find(attributes, kActionCred) != nullptr) {
    node.credentials = NameOf(attributes, kActionCred);
  }
  ActionReader(reader, element, scope, node).Read();
  reader.workflow().nodes.push_back(std::move(node));
}

}  // namespace hpdl::frontend
