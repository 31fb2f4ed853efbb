#ifndef HPDL_COMPILER_FRONTEND_EL_PARSE_H_
#define HPDL_COMPILER_FRONTEND_EL_PARSE_H_

#include <memory>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Parses the expressions inside texts. Keeps the ANTLR parser and its caches between calls, so one
/// object serves a whole definition. Not thread-safe.
class ElParser {
 public:
  ElParser();
  ~ElParser();

  /// `${...}` (and in HWS `#{...}`) in `text`. Invalid if there is none: plain text. The result is
  /// the expression itself if the text is exactly one `${...}`, else a kTemplate. After a syntax
  /// error the result holds a kError node and the diagnostic has the place in `source`. Bounded in
  /// length and depth of nesting.
  ast::ExprId Parse(const ast::Text& text, ast::Dialect dialect, const SourceBuffer& source,
                    ast::ExprPool& pool, Diagnostics& diagnostics);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_PARSE_H_
