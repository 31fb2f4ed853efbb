#include "runtime/engines/coordinator/program_texts.h"

#include <utility>

#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

ProgramTexts::ProgramTexts(const hpdl_definition& definition, Properties properties)
    : definition_(definition), properties_(std::move(properties)) {}

const std::string* ProgramTexts::Property(std::string_view name) const {
  const auto found = properties_.find(name);
  return found == properties_.end() ? nullptr : &found->second;
}

std::string_view ProgramTexts::ParameterName(std::uint32_t index) const {
  return ToView(definition_.parameters[index].name);
}

Result<std::string> ProgramTexts::Of(std::uint32_t expression, const CoordinatorView* view,
                                     CoordinatorNotes* notes) const {
  const hpdl_expr& written = definition_.exprs[expression];
  if (written.fn == nullptr) {
    return std::string(ToView(written.text));
  }
  view_ = view;
  hpdl_eval eval;
  eval.run = this;
  eval.notes = notes;
  hpdl_value value;
  hpdl_value text;
  const bool failed =
      written.fn(&eval, &value) != 0 || hpdl_op_to_string(&eval, &value, &text) != 0;
  view_ = nullptr;
  if (failed) {
    return Error{ErrorClass::kError, "E1004",
                 "Expression language evaluation error, Unable to evaluate :" +
                     std::string(ToView(written.text)) + ": " + eval.error};
  }
  return std::string(text.as.s, text.size);
}

}  // namespace hpdl::rt
