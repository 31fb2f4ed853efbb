#include "compiler/schedule/tables.h"

#include <set>

namespace hpdl::schedule {
namespace {

hpdl_str Str(std::string_view text) {
  return {text.data(), text.size()};
}

/// Returns the index of a text, or HPDL_NONE if the definition does not have the text.
std::uint32_t Index(hir::ValueId id) {
  static_assert(hir::ValueId::kNone == HPDL_NONE);
  return id.index;
}

/// Returns the names of the data sets that events use. Leaves out names that depend on unknown
/// properties.
std::set<std::string> UsedDatasets(const hir::Coordinator& coordinator,
                                   const sema::KnownTexts& known) {
  std::set<std::string> used;
  for (const auto* events : {&coordinator.inputs, &coordinator.outputs}) {
    for (const hir::DataEvent& event : *events) {
      used.insert(known.Of(event.dataset).text);
    }
  }
  return used;
}

}  // namespace

Tables::Tables(const hir::Coordinator& coordinator, const sema::KnownTexts& known) {
  for (const hir::Value& value : coordinator.values) {
    exprs_.push_back({nullptr, Str(value.text), 0, 0, 0, 0});
  }
  const std::set<std::string> used = UsedDatasets(coordinator, known);
  for (const hir::Dataset& dataset : coordinator.datasets) {
    if (used.contains(dataset.name)) {
      datasets_.push_back({Str(dataset.name), Index(dataset.frequency),
                           Index(dataset.initial_instance), Index(dataset.timezone),
                           Index(dataset.uri_template), Index(dataset.done_flag), 0});
    }
  }
  inputs_ = Events(coordinator.inputs);
  outputs_ = Events(coordinator.outputs);
  table_.definition.exprs = exprs_.data();
  table_.definition.expr_count = static_cast<std::uint32_t>(exprs_.size());
  table_.definition.name = HPDL_NONE;
  table_.frequency = Index(coordinator.frequency);
  table_.start = Index(coordinator.start);
  table_.end = Index(coordinator.end);
  table_.timezone = Index(coordinator.timezone);
  table_.throttle = Index(coordinator.throttle);
  table_.timeout = table_.concurrency = table_.execution = table_.app_path = HPDL_NONE;
  table_.datasets = datasets_.data();
  table_.dataset_count = static_cast<std::uint32_t>(datasets_.size());
  table_.inputs = inputs_.data();
  table_.input_count = static_cast<std::uint32_t>(inputs_.size());
  table_.outputs = outputs_.data();
  table_.output_count = static_cast<std::uint32_t>(outputs_.size());
  table_.workflow = HPDL_NONE;
}

std::vector<hpdl_event> Tables::Events(const std::vector<hir::DataEvent>& events) {
  std::vector<hpdl_event> table;
  for (const hir::DataEvent& event : events) {
    std::vector<std::uint32_t>& instances = instances_.emplace_back();
    for (const hir::Instance& instance : event.instances) {
      instances.push_back(Index(instance.text));
    }
    table.push_back({Str(event.name), Index(event.dataset), event.is_range ? 1U : 0U,
                     instances.data(), static_cast<std::uint32_t>(instances.size()),
                     event.nocleanup ? 1U : 0U});
  }
  return table;
}

}  // namespace hpdl::schedule
