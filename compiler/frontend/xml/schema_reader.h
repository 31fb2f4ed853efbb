#ifndef HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_
#define HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/el/parse.h"
#include "compiler/frontend/xml/document.h"
#include "stdlib/core/function.h"
#include "stdlib/core/schema.h"
#include "stdlib/core/versions.h"

namespace hpdl::frontend {

/// The schema that applies to an element and the elements below it.
struct Scope {
  stdlib::Version version = 0;
  std::string_view ns;
  bool any_order = false;  ///< true for HWS, which has no schema that orders elements
  /// The environment of the expressions in the element. A construct whose expressions have another
  /// environment reads its elements with a scope of its own.
  stdlib::Environment environment = stdlib::kOozieWorkflow;
  /// The name of the schema in messages if `ns` is empty.
  std::string_view noun = "hadoop-workflow";
  /// The name of the action whose body is read; "" outside of actions.
  std::string_view action = {};

  /// Returns the name of the schema in messages: the namespace, or the noun if there is no
  /// namespace.
  Message Name() const { return Message::Words(ns.empty() ? noun : ns); }
  /// Returns the environment of a place: `own`, or the environment of the scope if `own` is kScope.
  stdlib::Environment Of(stdlib::Environment own) const {
    return own == stdlib::kScope ? environment : own;
  }
};

/// The names of elements and of an attribute that a declaration does not list. The caller itself
/// reads these elements and this attribute.
struct Beside {
  std::span<const std::string_view> elements;
  std::string_view attribute;
};

/// Reads any element by its declaration. All readers of one definition share one SchemaReader. The
/// reader of a construct turns the result into nodes.
class SchemaReader {
 public:
  /// The expressions are in `dialect`. The object adds them to `exprs`.
  SchemaReader(const Document& document, ast::Dialect dialect, ast::ExprPool& exprs,
               Diagnostics& diagnostics)
      : document_(document), dialect_(dialect), exprs_(exprs), diagnostics_(diagnostics) {}

  /// Checks `element` against `decl` and returns it as an argument tree. Reports all errors. The
  /// tree does not contain unknown parts.
  ast::Argument ReadStruct(const stdlib::StructDecl& decl, Element element, const Scope& scope,
                           Beside beside = {});
  /// Checks and reads only the attributes of `element`, and adds them to `into`.
  void ReadAttributes(const stdlib::StructDecl& decl, Element element, const Scope& scope,
                      Beside beside, ast::Argument& into);
  /// Reports text between elements.
  void RefuseText(Element element);
  /// Reports any text in an element that may have neither text nor elements. White space is also
  /// reported, because the published schemas forbid it. HWS has no schema, so white space is
  /// allowed in HWS.
  void RefuseContent(Element element, const Scope& scope);
  /// Reports the elements inside an element that may have no elements.
  void RefuseChildren(Element element, std::string_view why);

  /// Records that `<global>` contains the elements in `given`, which `decl` declares. If an action
  /// lacks one of these elements, the message can then mention `<global>`.
  void GiveToAll(const stdlib::StructDecl& decl, const ast::Argument& given);
  bool IsGivenToAll(std::string_view element) const;

  Diagnostic& Report(DiagnosticKind kind, Range range, Message text) {
    return diagnostics_.Emit(kind, &document_.source(), range, std::move(text));
  }
  const Document& document() const { return document_; }
  const SourceBuffer& source() const { return document_.source(); }

 private:
  ast::Argument ReadChild(const stdlib::ElementDecl& decl, Element element, const Scope& scope);
  /// Reads an attribute and adds it to `into`. If the attribute is unknown, reports this and
  /// returns the name that the author probably meant: the most similar known name or, if no name is
  /// similar, `only_missing`. `only_missing` is the only required attribute that is missing, or "".
  /// Returns "" for a known attribute.
  std::string_view ReadAttribute(const stdlib::StructDecl& decl, const AttributeView& view,
                                 Element element, const Scope& scope, std::string_view only_missing,
                                 ast::Argument& into);
  ast::Template MakeTemplate(ast::Text text, stdlib::TextRule rule, stdlib::Environment environment,
                             const Scope& scope);
  void CheckValue(const ast::Text& text, stdlib::TextRule rule, const Scope& scope);
  /// Warns of parts of the text that look like expressions without their dollar.
  void WarnOfMissingDollars(const ast::Text& text);

  const Document& document_;
  const ast::Dialect dialect_;
  ast::ExprPool& exprs_;
  Diagnostics& diagnostics_;
  ElParser el_;
  std::vector<std::string_view> given_to_all_;
};

/// Returns "`<x>` needs uri:VERSION or later" for a field that the version of the scope does not
/// have.
Message VersionHint(const Message& what, const Scope& scope, stdlib::Version since,
                    stdlib::Version until);

/// Returns the child with this field number, or null.
const ast::Argument* Find(const ast::Argument& parent, std::uint32_t field);
/// Returns the text of a field as a name. If the field is missing, returns an empty name, because
/// the missing field has already been reported.
ast::Name NameOf(const ast::Argument& parent, std::uint32_t field);
/// Returns the text of a field, or nullopt if the field is missing.
std::optional<ast::Template> TemplateOf(const ast::Argument& parent, std::uint32_t field);
/// Returns the text of a field. If the field is missing, returns an empty text, because the missing
/// field has already been reported.
ast::Template RequiredTemplateOf(const ast::Argument& parent, std::uint32_t field);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_
