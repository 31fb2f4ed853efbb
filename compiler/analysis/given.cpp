#include "compiler/analysis/given.h"

#include "compiler/ast/parameters.h"

namespace hpdl::analysis {
GivenValues::GivenValues(const Subject& subject) {
  for (const ast::Parameter* parameter : ast::ParameterDefaults(subject.workflow.parameters)) {
    all_.push_back({GivenValue::From::kParameters, parameter->name.text, parameter->value->value,
                    subject.reporter.source, parameter->name.range, parameter->value->range});
  }
  const std::vector<hir::Property>& defaults = subject.hir().defaults;
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    GivenValue given{
        GivenValue::From::kDefaults, defaults[i].name, defaults[i].value, nullptr, {}, {}};
    if (subject.defaults_source != nullptr && i < subject.default_places.size()) {
      given.source = subject.defaults_source;
      given.name_range = subject.default_places[i].name;
      given.value_range = subject.default_places[i].value;
    }
    all_.push_back(given);
  }
  if (subject.properties != nullptr) {
    for (const auto& [name, value] : *subject.properties) {
      all_.push_back({GivenValue::From::kOptions, name, value, nullptr, {}, {}});
    }
  }
  for (std::size_t i = 0; i < all_.size(); ++i) {
    last_[all_[i].name] = i;
  }
}

const GivenValue* GivenValues::Find(std::string_view name) const {
  const auto found = last_.find(name);
  return found == last_.end() ? nullptr : &all_[found->second];
}

}  // namespace hpdl::analysis
