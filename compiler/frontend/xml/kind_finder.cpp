#include "compiler/frontend/xml/kind_finder.h"

#include <optional>
#include <string>
#include <vector>

#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using stdlib::Family;
using stdlib::KindEntry;
using stdlib::Shape;
using stdlib::Version;
using stdlib::VersionName;

/// Returns a list such as "0.1, 0.2 and 1.0".
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

/// Finds the kind of one element.
class KindFinder {
 public:
  KindFinder(WorkflowReader& reader, Element element, const Scope& scope)
      : reader_(reader), element_(element), scope_(scope), ns_(element.Namespace()) {}

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
        // A kind that is in several workflow schemas may have the namespace of any of these
        // schemas. A kind that is in only one schema must have the namespace of the workflow.
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
    bool is_known_element = false;
    for (const KindEntry& entry : stdlib::AllKinds()) {
      for (const Shape& shape : entry.decl->shapes) {
        if (shape.family == Family::kOwn) {
          for (const Version version : shape.versions) {
            namespaces.push_back(std::string(shape.namespace_prefix) + VersionName(version));
          }
        }
        is_known_element = is_known_element || shape.element == element_.LocalName();
        if (shape.family == Family::kOwn && ns_.starts_with(shape.namespace_prefix)) {
          if (shape.element != element_.LocalName()) {
            fix = RenameElement(reader_.source(), element_, shape.element, true);
          }
          text = shape.element == element_.LocalName()
                     ? Message(ns_) + " does not exist; there are versions " + List(shape.versions)
                     : tag + " is not the element of " + Message(ns_) + "; its element is " +
                           KnownTag(shape.element);
        }
      }
    }
    // A site's own kind has its own element and its own namespace. It is no slip of the pen, even
    // if its namespace is similar to a known one.
    const bool may_be_of_site = text.empty() && !is_known_element;
    if (text.empty()) {
      const Message hint = may_be_of_site ? Message() : DidYouMean(ns_, Views(namespaces));
      text = tag + " of " + (ns_.empty() ? "no namespace" : "namespace " + Message(ns_)) +
             " is not a known kind of action" +
             (hint.empty() ? "; kinds that a site adds are not known to hpdlc yet" : hint);
    }
    if (!fix && !may_be_of_site) {
      fix = ReplaceNamespace(reader_.source(), element_, Views(namespaces));
    }
    // Oozie uses E0723 for a kind that has a schema but no executor. The kind of this element has
    // no schema, so the code is E0701.
    Diagnostic& diagnostic =
        reader_.Report(DiagnosticKind::kUnknownActionKind, element_.NameRange(), std::move(text));
    diagnostic.oozie_code = "E0701";
    diagnostic.fix = std::move(fix);
  }

  static std::vector<std::string_view> Views(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
  }

  /// Returns the message for an element that the workflow's own namespace does not have. The
  /// message gives the reason and a suggestion. Stores a correction of the element in `fix`.
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
      return tag + " " + elsewhere + "; the definition uses " + scope_.Name();
    }
    *fix = RenameElementToNearest(reader_.source(), element_, names);
    return tag + " is not a known kind of action" + DidYouMean(element_.LocalName(), names);
  }

  WorkflowReader& reader_;
  Element element_;
  const Scope& scope_;
  std::string_view ns_;
};

}  // namespace

bool FindKind(WorkflowReader& reader, Element element, const Scope& scope, ast::Node& node) {
  return KindFinder(reader, element, scope).Find(node);
}

}  // namespace hpdl::frontend
