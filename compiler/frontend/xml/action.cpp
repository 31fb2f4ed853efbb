#include <algorithm>

#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/constructs.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: the field names of one header
using stdlib::Family;
using stdlib::KindEntry;
using stdlib::Shape;
using stdlib::Version;
using stdlib::VersionName;

/// "0.1, 0.2 and 1.0"
Message List(std::span<const Version> versions) {
  Message text;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    text += (i == 0                     ? ""
             : i + 1 == versions.size() ? " and "
                                        : ", ") +
            Message::Words(VersionName(versions[i]));
  }
  return text;
}

/// Which kind an element in an action is, found by name and namespace.
class KindFinder {
 public:
  KindFinder(WorkflowReader& reader, Element element, const Scope& scope)
      : reader_(reader), element_(element), scope_(scope), ns_(element.Namespace()) {}

  /// Fills the node's kind; false after a diagnostic.
  bool Find(ast::Node& node) {
    for (const KindEntry& entry : stdlib::AllKinds()) {
      for (std::uint32_t i = 0; i < entry.decl->shapes.size(); ++i) {
        if (Matches(entry.decl->shapes[i], &node.version)) {
          node.kind = &entry;
          node.shape = i;
          return true;
        }
      }
    }
    Report();
    return false;
  }

 private:
  bool Matches(const Shape& shape, Version* version) const {
    if (shape.element != element_.LocalName()) {
      return false;
    }
    const bool own = shape.family == Family::kOwn;
    const std::string_view prefix = own ? shape.namespace_prefix : "uri:oozie:workflow:";
    if (shape.family == Family::kHws || !ns_.starts_with(prefix)) {
      return false;
    }
    for (const Version known : shape.versions) {
      if (ns_.substr(prefix.size()) == VersionName(known)) {
        *version = known;
        // Kinds that all workflow schemas have are also taken from those of other versions.
        return own || ns_ == scope_.ns || shape.versions.size() > 1;
      }
    }
    return false;
  }

  void Report() {
    const Message tag = Tag(element_.QualifiedName());
    Message text;
    if (ns_ == scope_.ns) {
      std::optional<Fix> fix;
      const Message message = InWorkflow(tag, &fix);
      reader_.Report(DiagnosticKind::kUnknownElement, element_.NameRange(), message).fix =
          std::move(fix);
      return;
    }
    std::optional<Fix> fix;
    std::vector<std::string> namespaces;
    for (const KindEntry& entry : stdlib::AllKinds()) {
      for (const Shape& shape : entry.decl->shapes) {
        if (shape.family == Family::kOwn) {
          for (const Version version : shape.versions) {
            namespaces.push_back(std::string(shape.namespace_prefix) + VersionName(version));
          }
        }
        if (shape.family == Family::kOwn && ns_.starts_with(shape.namespace_prefix)) {
          if (shape.element != element_.LocalName()) {
            fix = RenameElement(reader_.source(), element_, shape.element, true);
          }
          text = shape.element == element_.LocalName()
                     ? Message(ns_) + " does not exist; there are versions " + List(shape.versions)
                     : tag + " is not the element of " + Message(ns_) + "; that is " +
                           KnownTag(shape.element);
        }
      }
    }
    if (text.empty()) {
      const Message hint = DidYouMean(ns_, Views(namespaces));
      text = tag + " of " + (ns_.empty() ? "no namespace" : "namespace " + Message(ns_)) +
             " is no known kind of action" +
             (hint.empty() ? "; kinds that a site adds are not known to hpdlc yet" : hint);
    }
    if (!fix) {
      fix = ReplaceNamespace(reader_.source(), element_, Views(namespaces));
    }
    // Oozie's E0723 is for a kind that has a schema but no executor; this one fails at the schema.
    Diagnostic& diagnostic =
        reader_.Report(DiagnosticKind::kUnknownActionKind, element_.NameRange(), std::move(text));
    diagnostic.oozie_code = "E0701";
    diagnostic.fix = std::move(fix);
  }

  static std::vector<std::string_view> Views(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
  }

  /// Why the workflow's own namespace has no such element, and what is meant instead.
  Message InWorkflow(const Message& tag, std::optional<Fix>* fix) const {
    std::vector<std::string_view> names;
    Message elsewhere;
    std::string own;
    for (const KindEntry& entry : stdlib::AllKinds()) {
      for (const Shape& shape : entry.decl->shapes) {
        const bool same = shape.element == element_.LocalName();
        if (shape.family == Family::kOwn) {
          own =
              same ? std::string(shape.namespace_prefix) + VersionName(shape.versions.back()) : own;
        } else if (same && shape.family == Family::kWorkflow) {
          elsewhere = "exists only in uri:oozie:workflow:" + List(shape.versions);
        } else if (same && elsewhere.empty()) {
          elsewhere = "is an action of hadoop-workflow";
        }
        if (shape.family != Family::kHws) {
          names.push_back(shape.element);
        }
      }
    }
    if (!own.empty()) {
      *fix =
          InsertAttribute(element_, "xmlns", own, element_.QualifiedName() == element_.LocalName());
      return tag + " is not in " + scope_.Name() +
             "; it has a namespace of its own: write xmlns=\"" + Message::Words(own) + "\"";
    }
    if (!elsewhere.empty()) {
      return tag + " " + elsewhere + "; this is " + scope_.Name();
    }
    *fix = RenameElementToNearest(reader_.source(), element_, names);
    return tag + " is no known kind of action" + DidYouMean(element_.LocalName(), names);
  }

  WorkflowReader& reader_;
  Element element_;
  const Scope& scope_;
  std::string_view ns_;
};

void ReadKind(WorkflowReader& reader, Element element, const Scope& scope, ast::Node& node) {
  node.kind_name = element.LocalName();
  node.kind_range = element.NameRange();
  if (!KindFinder(reader, element, scope).Find(node)) {
    return;
  }
  const Scope own{node.version, element.Namespace(), false, scope.environment};
  node.body = reader.ReadStruct(*node.kind->decl->shapes[node.shape].body, element, own);
}

/// Reads the children of `<action>`: one kind, ok, error, SLA.
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
        return;  // reported as repeated
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
    static constexpr std::string_view kTransitions[] = {"ok", "error"};
    const Message hint =
        child.Namespace() == scope_.ns ? DidYouMean(child.LocalName(), kTransitions) : Message();
    if (!hint.empty()) {
      reader_
          .Report(DiagnosticKind::kUnknownElement, child.NameRange(),
                  Tag(child.QualifiedName()) + " is not known in `<action>`" + hint)
          .fix = RenameElementToNearest(reader_.source(), child, kTransitions);
      return;
    }
    if (kind_) {
      reader_
          .Report(DiagnosticKind::kRepeatedElement, child.NameRange(),
                  "an action does one thing; " + Tag(child.QualifiedName()) + " is a second one")
          .notes.push_back({&reader_.source(), kind_.NameRange(), "the first one is here"});
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
                     "an action has one SLA element");
    }
    sla_ = child;
    ReadSla(reader_, child, scope_);
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

/// The OK and ERROR of an HWS action, in this order.
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
        Diagnostic& diagnostic = reader.Report(DiagnosticKind::kUnknownTransition, edge.name.range,
                                               "transition " + Quoted(edge.name.text) +
                                                   " of an action; there are OK and ERROR" +
                                                   DidYouMean(edge.name.text, kNames));
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
          .notes.push_back({&reader.source(), slot->range, "the first one is here"});
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
      node.body = reader.ReadStruct(*shape.body, element, scope, {"transition", "name"});
      ast::Argument name;
      name.range = node.range;
      reader.ReadAttributes(kEndDecl, element, scope, {}, name);
      node.name = NameOf(name, 0);
      ReadHwsTransitions(reader, element, scope, node);
      reader.workflow().nodes.push_back(std::move(node));
      return true;
    }
  }
  return false;
}

}  // namespace hpdl::frontend
