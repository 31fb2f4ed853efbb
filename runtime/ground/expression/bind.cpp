#include "runtime/ground/expression/bind.h"

#include <set>
#include <string>

#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {
namespace {

/// Returns a phrase like "2 or 3 arguments".
std::string CountPhrase(const std::set<std::uint32_t>& counts) {
  std::string text;
  for (const std::uint32_t count : counts) {
    text.append(text.empty() ? "" : " or ").append(std::to_string(count));
  }
  return text + (counts.size() == 1 && *counts.begin() == 1 ? " argument" : " arguments");
}

}  // namespace

const hpdl_value* FindConstant(const hpdl_names& names, std::string_view name) {
  for (std::uint32_t i = 0; i < names.constant_count; ++i) {
    if (ToView(names.constants[i].name) == name) {
      return &names.constants[i].value;
    }
  }
  return nullptr;
}

Result<hpdl_function> BindFunction(const hpdl_names& names, std::string_view name,
                                   std::uint32_t arguments) {
  std::set<std::uint32_t> counts;
  for (std::uint32_t i = 0; i < names.function_count; ++i) {
    const hpdl_named_function& function = names.functions[i];
    if (ToView(function.name) != name) {
      continue;
    }
    if (function.arguments == arguments) {
      return function.call;
    }
    counts.insert(function.arguments);
  }
  std::string message = "function " + std::string(name);
  message += counts.empty()
                 ? " does not exist"
                 : " takes " + CountPhrase(counts) + ", found " + std::to_string(arguments);
  return Error{ErrorClass::kNonTransient, "EL_EVAL_ERROR", std::move(message)};
}

}  // namespace hpdl::rt
