#include "compiler/schedule/texts.h"

#include "compiler/hir/evaluate.h"

namespace hpdl::schedule {
namespace {

using rt::Result;
using Values = std::map<std::string, std::string>;

Values WithUnknown(const hir::Coordinator& coordinator, const Values& values) {
  Values all = values;
  for (const hir::Parameter& parameter : coordinator.parameters) {
    all.emplace(parameter.name, "${" + parameter.name + "}");
  }
  return all;
}

}  // namespace

Texts::Texts(const hir::Coordinator& coordinator, const Values& values, bool write_unknown)
    : coordinator_(coordinator),
      values_(values),
      with_unknown_(WithUnknown(coordinator, values)),
      known_(coordinator, values),
      written_(coordinator, with_unknown_),
      write_unknown_(write_unknown) {
  NamePlaces();
}

void Texts::NamePlaces() {
  const hir::Coordinator& c = coordinator_;
  const auto name = [&](hir::ValueId id, std::string place) {
    places_.emplace(id.index, std::move(place));
  };
  name(c.frequency, "frequency");
  name(c.start, "start");
  name(c.end, "end");
  name(c.timezone, "timezone");
  name(c.throttle, "throttle");
  for (const hir::Dataset& dataset : c.datasets) {
    const std::string of = " of the data set " + dataset.name;
    name(dataset.frequency, "frequency" + of);
    name(dataset.initial_instance, "initial-instance" + of);
    name(dataset.timezone, "timezone" + of);
    name(dataset.uri_template, "uri-template" + of);
    uris_.insert(dataset.uri_template.index);
    name(dataset.done_flag, "done-flag" + of);
  }
  for (const auto* events : {&c.inputs, &c.outputs}) {
    for (const hir::DataEvent& event : *events) {
      name(event.dataset, "dataset of " + event.name);
    }
  }
}

Result<std::string> Texts::Of(std::uint32_t expression, const rt::CoordinatorView* view,
                              rt::CoordinatorNotes* notes) const {
  if (expression == HPDL_NONE) {
    return std::string();
  }
  const hir::Value& value = coordinator_.values[expression];
  if (!value.expr.valid()) {
    return value.text;
  }
  if (view == nullptr) {
    return OfJob({expression}, notes);
  }
  view_ = view;
  Result<std::string> text = OfAction(value, notes);
  view_ = nullptr;
  return text;
}

std::vector<std::string> Texts::UnknownNames() const {
  std::vector<std::string> names;
  if (!write_unknown_) {
    return names;
  }
  for (const auto& [name, value] : with_unknown_) {
    for (std::size_t open = value.find("${"); open != std::string::npos;
         open = value.find("${", open + 2)) {
      std::string inner = value.substr(open + 2, value.find('}', open) - open - 2);
      if (!values_.contains(inner)) {
        names.push_back(std::move(inner));
      }
    }
  }
  return names;
}

Result<std::string> Texts::OfJob(hir::ValueId id, rt::CoordinatorNotes* notes) const {
  sema::KnownText known = known_.Of(id);
  if (!known && write_unknown_ && uris_.contains(id.index)) {
    known = written_.Of(id);
  }
  if (!known) {
    const auto place = places_.find(id.index);
    return rt::Error{rt::ErrorClass::kError, "",
                     (place == places_.end() ? coordinator_.values[id.index].text : place->second) +
                         ": " +
                         (known.state == sema::KnownText::State::kFails
                              ? known.text
                              : "it depends on properties that are not given")};
  }
  if (notes != nullptr) {
    *notes = known.notes;
  }
  return std::move(known.text);
}

Result<std::string> Texts::OfAction(const hir::Value& value, rt::CoordinatorNotes* notes) const {
  hpdl_eval eval;
  eval.run = this;
  eval.notes = notes;
  hpdl_value result;
  if (hir::Evaluate(coordinator_, value.expr, &eval, &result) != 0 ||
      hir::Convert(value.target, &eval, &result) != 0 ||
      hir::Convert(stdlib::Type::kString, &eval, &result) != 0) {
    return rt::Error{rt::ErrorClass::kError, "E1004", eval.error};
  }
  return std::string(result.as.s, result.size);
}

const std::string* Texts::Property(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? nullptr : &found->second;
}

std::string_view Texts::ParameterName(std::uint32_t index) const {
  return coordinator_.parameters[index].name;
}

}  // namespace hpdl::schedule
