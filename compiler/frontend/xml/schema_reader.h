#ifndef HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_
#define HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_

#include <cstdint>
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

/// The schema in force for an element and what is below it.
struct Scope {
  stdlib::Version version = 0;
  std::string_view ns;
  bool any_order = false;  ///< HWS: it has no schema that orders elements
  /// Of the expressions in what is read. A construct whose expressions have others reads its
  /// elements with a scope of its own.
  stdlib::Environment environment = stdlib::kOozieWorkflow;
  std::string_view noun = "hadoop-workflow";  ///< without ns

  /// What messages call it: the namespace, or else the noun.
  Message Name() const { return Message::Words(ns.empty() ? noun : ns); }
  /// That of the expressions in a place that may have one of its own.
  stdlib::Environment Of(stdlib::Environment own) const {
    return own == stdlib::kScope ? environment : own;
  }
};

/// Elements and attributes that stand among those of a declaration and that the caller reads
/// itself.
struct Beside {
  std::string_view element;
  std::string_view attribute;
};

/// What all readers of one definition share. Reads any element by its declaration; the readers of
/// single constructs turn the result into nodes.
class SchemaReader {
 public:
  /// Expressions are those of `dialect` and go to `exprs`.
  SchemaReader(const Document& document, ast::Dialect dialect, ast::ExprPool& exprs,
               Diagnostics& diagnostics)
      : document_(document), dialect_(dialect), exprs_(exprs), diagnostics_(diagnostics) {}

  /// Checks `element` against `decl` and returns it as an argument tree. Reports all that is wrong;
  /// what is unknown is left out of the tree.
  ast::Argument ReadStruct(const stdlib::StructDecl& decl, Element element, const Scope& scope,
                           Beside beside = {});
  /// Only the attributes.
  void ReadAttributes(const stdlib::StructDecl& decl, Element element, const Scope& scope,
                      Beside beside, ast::Argument& into);
  /// Reports text between elements.
  void RefuseText(Element element);
  /// Reports any text in an element that has neither text nor elements. White space counts, as in
  /// the published schemas; HWS has none.
  void RefuseContent(Element element, const Scope& scope);
  /// Reports the elements inside one that has none.
  void RefuseChildren(Element element, std::string_view why);

  /// From now on the elements of `given`, of the declaration `decl`, count as given to all actions:
  /// messages about those that lack them say so.
  void GiveToAll(const stdlib::StructDecl& decl, const ast::Argument& given);
  bool IsGivenToAll(std::string_view element) const;

  Diagnostic& Report(DiagnosticKind kind, Range range, Message text) {
    return diagnostics_.Emit(kind, &document_.source(), range, std::move(text));
  }
  const Document& document() const { return document_; }
  const SourceBuffer& source() const { return document_.source(); }

 private:
  ast::Argument ReadChild(const stdlib::ElementDecl& decl, Element element, const Scope& scope);
  /// Returns the attribute that an unknown one was probably meant to be, or an empty text.
  /// `only_missing` is what an unknown one must be if there is no other way.
  std::string_view ReadAttribute(const stdlib::StructDecl& decl, const AttributeView& view,
                                 Element element, const Scope& scope, std::string_view only_missing,
                                 ast::Argument& into);
  ast::Template MakeTemplate(ast::Text text, stdlib::TextRule rule,
                             stdlib::Environment environment);
  void CheckValue(const ast::Text& text, stdlib::TextRule rule);

  const Document& document_;
  const ast::Dialect dialect_;
  ast::ExprPool& exprs_;
  Diagnostics& diagnostics_;
  ElParser el_;
  std::vector<std::string_view> given_to_all_;
};

/// Follows the children of one element: which may stand here, how often, in which version.
class ChildChecker {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  ChildChecker(SchemaReader& reader, const stdlib::StructDecl& decl, const Scope& scope,
               Element parent);

  /// The field that `child` is, or kNone after an error. A misplaced or repeated child is reported
  /// and has its field all the same. `others`: names that the caller takes, for suggestions.
  std::uint32_t Take(Element child, std::span<const std::string_view> others = {});
  /// Reports what is missing, but for what a wrong child was meant to be. Call it after the last
  /// child.
  void Finish();

 private:
  bool Exists(std::uint32_t field) const;
  std::uint32_t Place(std::uint32_t field) const;
  void Unknown(Element child, std::span<const std::string_view> others);
  void CheckOrder(Element child, std::uint32_t field);
  void CheckCount(Element child, std::uint32_t field);
  /// Of a choice none is there: the fields from `first` to before `end`.
  void ReportMissing(std::uint32_t first, std::uint32_t end);
  std::string NamespaceWithout(const stdlib::ElementDecl& missing) const;

  SchemaReader& reader_;
  const stdlib::StructDecl& decl_;
  const Scope& scope_;
  Element parent_;
  std::vector<Range> first_;  ///< by field: the name of the first one seen
  std::vector<bool> meant_;   ///< by field: a wrong child was probably meant to be this one
  std::uint32_t place_ = 0;   ///< where the sequence has come to
  std::uint32_t place_field_ = kNone;
  std::size_t moves_ = 0;  ///< corrections that move a child
};

/// "`<x>` needs uri:...:0.2 or later", if the field exists in other versions than the scope's.
Message VersionHint(const Message& what, const Scope& scope, stdlib::Version since,
                    stdlib::Version until);

/// The child that is field number `field`, or null.
const ast::Argument* Find(const ast::Argument& parent, std::uint32_t field);
/// The text of a field as a name; empty if it is missing, which has been reported.
ast::Name NameOf(const ast::Argument& parent, std::uint32_t field);
/// The text of a field, if it is there.
std::optional<ast::Template> TemplateOf(const ast::Argument& parent, std::uint32_t field);
/// The same; empty if it is missing, which has been reported.
ast::Template RequiredTemplateOf(const ast::Argument& parent, std::uint32_t field);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SCHEMA_READER_H_
