#ifndef HPDL_COMPILER_PIPELINE_OUTSIDE_TEXT_H_
#define HPDL_COMPILER_PIPELINE_OUTSIDE_TEXT_H_

#include <string>

#include "compiler/ast/ast.h"
#include "compiler/base/message.h"
#include "compiler/base/source.h"
#include "compiler/frontend/el/parse.h"

namespace hpdl::pipeline {

/// Parses texts that do not stand in the definition, but are evaluated like the definition's own
/// texts.
class OutsideTexts {
 public:
  /// `workflow` is borrowed. It gets the expressions.
  explicit OutsideTexts(ast::Workflow& workflow) : workflow_(workflow) {}

  /// Parses the expressions in `text`. All ranges of the result and of its expressions are `place`,
  /// a range of the definition.
  ast::Template Parse(const std::string& text, Range place);
  /// Returns `text`, which has no expressions, as a text at `place`.
  static ast::Text Placed(const std::string& text, Range place);
  /// Returns the mistake in the syntax that the last Parse() has found, or "".
  const Message& mistake() const { return mistake_; }

 private:
  ast::Workflow& workflow_;
  frontend::ElParser parser_;
  Message mistake_;
};

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_OUTSIDE_TEXT_H_
