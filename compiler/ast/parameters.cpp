#include "compiler/ast/parameters.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace hpdl::ast {

std::vector<const Parameter*> FirstDeclarations(std::span<const Parameter> parameters) {
  std::unordered_map<std::string_view, const Parameter*> by_name;
  std::vector<const Parameter*> first;
  for (const Parameter& parameter : parameters) {
    first.push_back(by_name.try_emplace(parameter.name.text, &parameter).first->second);
  }
  return first;
}

std::vector<const Parameter*> ParameterDefaults(std::span<const Parameter> parameters) {
  const std::vector<const Parameter*> first = FirstDeclarations(parameters);
  std::vector<const Parameter*> defaults;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (first[i] == &parameters[i] && parameters[i].value) {
      defaults.push_back(first[i]);
    }
  }
  return defaults;
}

}  // namespace hpdl::ast
