#ifndef HPDL_COMPILER_FRONTEND_EL_PARSE_H_
#define HPDL_COMPILER_FRONTEND_EL_PARSE_H_

#include <memory>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Parses the expressions in texts. One object parses all texts of a definition, because it keeps
/// the ANTLR parser and its caches between calls. The class is not thread-safe.
class ElParser {
 public:
  ElParser();
  ~ElParser();

  /// Parses each `${...}` in `text`, and in HWS each `#{...}`. Returns an invalid id for plain text
  /// without expressions. Returns the expression itself if the text is exactly one `${...}`, else a
  /// kTemplate. After a syntax error the result contains a kError node, and the diagnostic has the
  /// place in `source`. The length and the nesting depth are limited.
  ast::ExprId Parse(const ast::Text& text, ast::Dialect dialect, const SourceBuffer& source,
                    ast::ExprPool& pool, Diagnostics& diagnostics);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_PARSE_H_
