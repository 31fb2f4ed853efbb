#include "compiler/pipeline/outside_text.h"

#include <cstdint>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::pipeline {

ast::Text OutsideTexts::Placed(const std::string& text, Range place) {
  return ast::Text{text, place, {{0, place.begin}}};
}

ast::Template OutsideTexts::Parse(const std::string& text, Range place) {
  const SourceBuffer alone("text", text);
  Diagnostics found;
  const std::size_t before = workflow_.exprs.size();
  ast::Template result;
  result.text = ast::Text{text, {0, static_cast<std::uint32_t>(text.size())}, {{0, 0}}};
  result.expr = parser_.Parse(result.text, workflow_.dialect, alone, workflow_.exprs, found);
  result.text = Placed(text, place);
  for (std::size_t i = before; i < workflow_.exprs.size(); ++i) {
    ast::Expr& expr = workflow_.exprs[ast::ExprId{static_cast<std::uint32_t>(i)}];
    expr.range = expr.name_range = place;
  }
  const std::vector<Diagnostic> mistakes = found.Sorted();
  mistake_ = mistakes.empty() ? Message() : mistakes.front().text;
  return result;
}

}  // namespace hpdl::pipeline
