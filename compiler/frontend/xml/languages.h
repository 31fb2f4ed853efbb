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

/// A definition as it was read, in one of the forms that languages have; monostate if there is
/// nothing to speak of.
using Ast = std::variant<std::monostate, std::unique_ptr<ast::Workflow>,
                         std::unique_ptr<ast::Coordinator>, std::unique_ptr<ast::Bundle>>;

/// A language that definitions are written in. The table of them is all that says which there are:
/// dispatch, the hints for wrong roots and the search for definitions go by it.
struct Language {
  std::string_view root;  ///< local name of its root element
  std::string_view noun;  ///< what messages call a definition
  std::string_view ns;    ///< before ":VERSION"; empty: it has no namespace
  std::span<const stdlib::Version>
      versions;               ///< the last is the one to recommend; empty without ns
  std::string_view defaults;  ///< the file of an application's defaults; may be empty
  /// What expressions stand in where no construct says otherwise.
  stdlib::Environment environment;
  /// Of kinds whose code of Oozie is another one than in workflows.
  std::span<const std::pair<DiagnosticKind, std::string_view>> codes;
  /// Reads a document whose root is this language's.
  Ast (*read)(const Document& document, const Scope& scope, Diagnostics& diagnostics);
};

std::span<const Language> Languages();

/// The root elements of all of them.
std::vector<std::string_view> RootNames();

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_LANGUAGES_H_
