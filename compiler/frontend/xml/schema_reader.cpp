#include "compiler/frontend/xml/schema_reader.h"

#include <algorithm>
#include <optional>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/child_checker.h"
#include "stdlib/core/text_rule.h"

namespace hpdl::frontend {
namespace {

using stdlib::AttributeDecl;
using stdlib::Content;
using stdlib::ElementDecl;
using stdlib::StructDecl;
using stdlib::TextRule;
using stdlib::VersionName;

constexpr std::string_view kSchemaInstance = "http://www.w3.org/2001/XMLSchema-instance";

/// Returns ", but elements: <name> and <value>", a hint that the author wrote elements as
/// attributes.
Message ElementsOf(const StructDecl& decl, const Scope& scope) {
  constexpr std::size_t kMost = 6;
  std::vector<Message> tags;
  for (const ElementDecl& element : decl.elements) {
    if (stdlib::Exists(element, scope.version)) {
      tags.push_back(KnownTag(element.name));
    }
  }
  Message text;
  for (std::size_t i = 0; i < tags.size() && tags.size() <= kMost; ++i) {
    text += (i == 0 ? ", but elements: " : i + 1 == tags.size() ? " and " : ", ") + tags[i];
  }
  return text;
}

/// True if an element of this declaration may have elements in this version.
bool HoldsElements(const StructDecl& decl, const Scope& scope) {
  return std::any_of(decl.elements.begin(), decl.elements.end(),
                     [&](const ElementDecl& e) { return stdlib::Exists(e, scope.version); });
}

/// Returns the only required attribute that the element lacks, if the element also has exactly one
/// unknown attribute. The unknown attribute then probably stands for the required attribute.
/// Otherwise returns "".
std::string_view OnlyMissing(const StructDecl& decl, Element element) {
  std::vector<std::string_view> missing;
  for (const AttributeDecl& attribute : decl.attributes) {
    if (attribute.required) {
      missing.push_back(attribute.name);
    }
  }
  std::size_t unknown = 0;
  element.ForEachAttribute([&](const AttributeView& view) {
    std::erase(missing, view.name);
    unknown += std::none_of(decl.attributes.begin(), decl.attributes.end(),
                            [&](const AttributeDecl& a) { return a.name == view.name; });
  });
  return missing.size() == 1 && unknown == 1 ? missing[0] : std::string_view();
}

}  // namespace

Message VersionHint(const Message& what, const Scope& scope, stdlib::Version since,
                    stdlib::Version until) {
  const Message family = Message::Words(scope.ns.substr(0, scope.ns.rfind(':') + 1));
  if (scope.version < since) {
    return what + " needs " + family + Message::Words(VersionName(since)) +
           (until == stdlib::kLatest ? " or later"
            : until == since         ? ""
                                     : " to " + Message::Words(VersionName(until))) +
           "; the definition uses " + scope.Name();
  }
  return what + " exists only up to " + family + Message::Words(VersionName(until)) +
         "; the definition uses " + scope.Name();
}

ast::Argument SchemaReader::ReadStruct(const StructDecl& decl, Element element, const Scope& scope,
                                       Beside beside) {
  ast::Argument result;
  result.range = element.StartTag();
  ReadAttributes(decl, element, scope, beside, result);
  if (decl.text != nullptr) {
    result.text = MakeTemplate(element.Text(decl.text_rule != TextRule::kVerbatim), decl.text_rule,
                               scope.environment, scope);
  } else if (HoldsElements(decl, scope)) {
    RefuseText(element);
  } else {
    RefuseContent(element, scope);
  }
  ChildChecker checker(*this, decl, scope, element);
  const std::span<const std::string_view> others = beside.elements;
  for (Element child = element.FirstChild(); child; child = child.NextSibling()) {
    if (std::find(others.begin(), others.end(), child.LocalName()) != others.end() &&
        child.Namespace() == scope.ns) {
      continue;
    }
    const std::uint32_t field = checker.Take(child, others);
    if (field != ChildChecker::kNone) {
      ast::Argument argument = ReadChild(decl.elements[field], child, scope);
      argument.field = field;
      result.children.push_back(std::move(argument));
    }
  }
  checker.Finish();
  return result;
}

ast::Argument SchemaReader::ReadChild(const ElementDecl& decl, Element element,
                                      const Scope& scope) {
  if (decl.content == Content::kChildren) {
    return ReadStruct(*decl.type, element, scope);
  }
  ast::Argument result;
  result.range = element.StartTag();
  ReadAttributes({}, element, scope, {}, result);
  if (decl.content == Content::kFlag) {
    RefuseContent(element, scope);
    RefuseChildren(element, " must be empty");
    return result;
  }
  RefuseChildren(element, " holds text only");
  result.text = MakeTemplate(element.Text(decl.rule != TextRule::kVerbatim), decl.rule,
                             scope.Of(decl.environment), scope);
  return result;
}

void SchemaReader::ReadAttributes(const StructDecl& decl, Element element, const Scope& scope,
                                  Beside beside, ast::Argument& into) {
  std::vector<std::string_view> meant;
  const std::string_view missing = OnlyMissing(decl, element);
  element.ForEachAttribute([&](const AttributeView& view) {
    if (beside.attribute.empty() || view.name != beside.attribute) {
      meant.push_back(ReadAttribute(decl, view, element, scope, missing, into));
    }
  });
  for (std::size_t i = 0; i < decl.attributes.size(); ++i) {
    const AttributeDecl& a = decl.attributes[i];
    const auto field = static_cast<std::uint32_t>(decl.elements.size() + i);
    if (a.required && a.name != beside.attribute && Find(into, field) == nullptr &&
        std::find(meant.begin(), meant.end(), a.name) == meant.end()) {
      Report(DiagnosticKind::kMissingAttribute, element.NameRange(),
             KnownTag(element.LocalName()) + " has no attribute " + KnownName(a.name) + ", which " +
                 scope.Name() + " requires");
    }
  }
}

std::string_view SchemaReader::ReadAttribute(const StructDecl& decl, const AttributeView& view,
                                             Element element, const Scope& scope,
                                             std::string_view only_missing, ast::Argument& into) {
  const std::size_t colon = view.name.find(':');
  if (colon != std::string_view::npos &&
      element.Lookup(view.name.substr(0, colon)) == kSchemaInstance) {
    // Any element may have the two schema location attributes of XMLSchema-instance. The other
    // attributes, xsi:nil and xsi:type, have no meaning in a definition.
    const std::string_view local = view.name.substr(colon + 1);
    if (local != "schemaLocation" && local != "noNamespaceSchemaLocation") {
      Report(DiagnosticKind::kUnknownAttribute, view.name_range,
             "attribute " + Quoted(view.name) +
                 " is not allowed in a workflow; of the attributes of XMLSchema-instance, only "
                 "schemaLocation and noNamespaceSchemaLocation are allowed");
    }
    return {};
  }
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < decl.attributes.size(); ++i) {
    const AttributeDecl& a = decl.attributes[i];
    const bool exists = stdlib::Exists(a, scope.version);
    if (a.name == view.name && !exists) {
      Report(DiagnosticKind::kUnknownAttribute, view.name_range,
             VersionHint("attribute " + KnownName(a.name), scope, a.since, a.until));
      return {};
    }
    if (exists) {
      known.push_back(a.name);
    }
    if (a.name == view.name) {
      ast::Argument argument;
      argument.field = static_cast<std::uint32_t>(decl.elements.size() + i);
      argument.range = {view.name_range.begin, view.value_range.end + 1};
      const bool trim = a.rule != TextRule::kVerbatim && a.rule != TextRule::kIdentifier &&
                        a.rule != TextRule::kDataName;
      argument.text = MakeTemplate(document_.AttributeText(view.value_range, trim), a.rule,
                                   scope.Of(a.environment), scope);
      into.children.push_back(std::move(argument));
      return {};
    }
  }
  Message text = "attribute " + Quoted(view.name) + " is not known in " +
                 KnownTag(element.LocalName()) + (scope.ns.empty() ? "" : " of " + scope.Name());
  const std::string_view nearest = Nearest(view.name, known);
  const std::string_view missing = nearest.empty() ? only_missing : std::string_view();
  text += !nearest.empty()   ? DidYouMean(view.name, known)
          : !missing.empty() ? "; did you mean " + KnownName(missing) + ", which is missing?"
          : known.empty()    ? "; the element has no attributes" + ElementsOf(decl, scope)
                             : "";
  Diagnostic& diagnostic =
      Report(DiagnosticKind::kUnknownAttribute, view.name_range, std::move(text));
  if (!missing.empty()) {
    diagnostic.fix = Rename(view.name_range, missing, true);
    return missing;
  }
  diagnostic.fix = RenameToNearest(view.name_range, view.name, known);
  return nearest;
}

void SchemaReader::RefuseText(Element element) {
  const Range text = element.StrayText();
  if (!text.empty()) {
    Report(DiagnosticKind::kUnexpectedText, text,
           "text in " + KnownTag(element.LocalName()) + ", which cannot hold text itself");
  }
}

void SchemaReader::RefuseContent(Element element, const Scope& scope) {
  RefuseText(element);
  const Range text = element.AnyText();
  // Other diagnostics report text and elements, so only white space is reported here.
  if (text.empty() || !element.StrayText().empty() || element.FirstChild() || scope.any_order) {
    return;
  }
  Report(DiagnosticKind::kUnexpectedText, text,
         "white space in " + KnownTag(element.LocalName()) + ", which must be empty: " +
             scope.Name() + " does not even allow a line break between the tags of this element");
}

void SchemaReader::RefuseChildren(Element element, std::string_view why) {
  for (Element child = element.FirstChild(); child; child = child.NextSibling()) {
    Report(DiagnosticKind::kUnknownElement, child.NameRange(),
           Tag(child.QualifiedName()) + " cannot stand here; " + KnownTag(element.LocalName()) +
               Message::Words(why));
  }
}

void SchemaReader::GiveToAll(const StructDecl& decl, const ast::Argument& given) {
  for (const ast::Argument& child : given.children) {
    if (child.field < decl.elements.size()) {
      given_to_all_.push_back(decl.elements[child.field].name);
    }
  }
}

bool SchemaReader::IsGivenToAll(std::string_view element) const {
  return std::find(given_to_all_.begin(), given_to_all_.end(), element) != given_to_all_.end();
}

const ast::Argument* Find(const ast::Argument& parent, std::uint32_t field) {
  for (const ast::Argument& child : parent.children) {
    if (child.field == field) {
      return &child;
    }
  }
  return nullptr;
}

ast::Name NameOf(const ast::Argument& parent, std::uint32_t field) {
  const ast::Argument* found = Find(parent, field);
  if (found == nullptr || !found->text) {
    return {{}, parent.range};
  }
  return {found->text->text.value, found->text->text.range};
}

std::optional<ast::Template> TemplateOf(const ast::Argument& parent, std::uint32_t field) {
  const ast::Argument* found = Find(parent, field);
  return found == nullptr ? std::nullopt : found->text;
}

ast::Template RequiredTemplateOf(const ast::Argument& parent, std::uint32_t field) {
  return TemplateOf(parent, field).value_or(ast::Template());
}

}  // namespace hpdl::frontend
