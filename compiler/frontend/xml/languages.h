#ifndef HPDL_COMPILER_FRONTEND_XML_LANGUAGES_H_
#define HPDL_COMPILER_FRONTEND_XML_LANGUAGES_H_

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/ast/bundle.h"
#include "compiler/ast/coordinator.h"
#include "compiler/diagnostics/diagnostics.h"
#include "stdlib/core/function.h"
#include "stdlib/core/schema.h"

namespace hpdl::frontend {

class Document;
struct Scope;

/// The ast of a definition in one of the languages; monostate if the file is not a definition.
using Ast = std::variant<std::monostate, std::unique_ptr<ast::Workflow>,
                         std::unique_ptr<ast::Coordinator>, std::unique_ptr<ast::Bundle>>;

/// A language of definitions. Only the table of languages lists all languages. Dispatch, the hints
/// for wrong roots and the search for definitions use this table.
struct Language {
  std::string_view root;  ///< the local name of its root element
  std::string_view noun;  ///< the word for a definition in messages
  std::string_view ns;    ///< the namespace before ":VERSION"; "" if the language has no namespace
  std::span<const stdlib::Version>
      versions;               ///< the last version is recommended; empty if there is no namespace
  std::string_view defaults;  ///< the file of an application's default properties; may be empty
  /// The environment of expressions in places where no construct defines another environment.
  stdlib::Environment environment;
  /// The kinds of diagnostics for which Oozie has a different code in this language than in
  /// workflows.
  std::span<const std::pair<DiagnosticKind, std::string_view>> codes;
  /// Reads a document whose root element belongs to this language.
  Ast (*read)(const Document& document, const Scope& scope, Diagnostics& diagnostics);
};

std::span<const Language> Languages();

/// Returns the root element names of all languages.
std::vector<std::string_view> RootNames();

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_LANGUAGES_H_
