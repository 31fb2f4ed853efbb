#include "compiler/sema/coordinator/lookups.h"

namespace hpdl::sema {

Lookups::Lookups(const hir::Coordinator& coordinator) {
  for (const hir::Dataset& dataset : coordinator.datasets) {
    datasets.emplace(dataset.name, &dataset);
    dataset_names.push_back(dataset.name);
  }
  for (const hir::DataEvent& event : coordinator.inputs) {
    inputs.emplace(event.name, &event);
    input_names.push_back(event.name);
  }
  for (const hir::DataEvent& event : coordinator.outputs) {
    output_names.push_back(event.name);
  }
}

}  // namespace hpdl::sema
