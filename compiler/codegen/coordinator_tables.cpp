#include "compiler/codegen/coordinator_tables.h"

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "stdlib/core/versions.h"

namespace hpdl::codegen {
namespace {

std::uint32_t LogicKindOf(LogicKind kind) {
  switch (kind) {
    case LogicKind::kAnd:
      return HPDL_LOGIC_AND;
    case LogicKind::kOr:
      return HPDL_LOGIC_OR;
    case LogicKind::kCombine:
      return HPDL_LOGIC_COMBINE;
    case LogicKind::kDataIn:
      break;
  }
  return HPDL_LOGIC_DATA_IN;
}

/// Returns 1 or 2 for the version of the SLA, or 0 if the coordinator has no SLA.
std::uint32_t SlaVersionOf(const hir::Sla& sla) {
  return sla.version == 0 ? 0 : sla.version == stdlib::kV0_1 ? 1 : 2;
}

}  // namespace

llvm::Constant* CoordinatorTables::CoordinatorOf(const hir::Program& program) {
  return program.bundle == nullptr ? Coordinators(program) : constants_.Null();
}

llvm::Constant* CoordinatorTables::BundleOf(const hir::Program& program) {
  if (program.bundle == nullptr) {
    return constants_.Null();
  }
  const hir::Bundle& bundle = *program.bundle;
  const Constants& c = constants_;
  std::vector<llvm::Constant*> bundled;
  bundled.reserve(bundle.coordinators.size());
  for (const hir::BundleCoordinator& each : bundle.coordinators) {
    bundled.push_back(llvm::ConstantStruct::get(
        types_.bundled,
        {Index(each.name), Index(each.app_path), Index(each.critical), Index(each.enabled),
         Given(each.configuration), c.U32(each.configuration.size()),
         c.U32(each.coordinator.value_or(HPDL_NONE))}));
  }
  llvm::Constant* content = llvm::ConstantStruct::get(
      types_.bundle, {Definition(bundle, "hpdl_bundle_expr_"), Index(bundle.kick_off_time),
                      c.U32(bundled.size()), constants_.Table(types_.bundled, bundled, "bundled"),
                      Coordinators(program), c.U32(program.coordinators.size()), c.U32(0)});
  return constants_.Table(types_.bundle, content, "bundle");
}

llvm::Constant* CoordinatorTables::Coordinators(const hir::Program& program) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(program.coordinators.size());
  for (const auto& coordinator : program.coordinators) {
    rows.push_back(Coordinator(*coordinator, rows.size()));
  }
  return constants_.Table(types_.coordinator, rows, "coordinators");
}

llvm::Constant* CoordinatorTables::Coordinator(const hir::Coordinator& coordinator,
                                               std::size_t number) {
  const Constants& c = constants_;
  return llvm::ConstantStruct::get(
      types_.coordinator,
      {Definition(coordinator, "hpdl_coordinator_expr_" + std::to_string(number) + "_"),
       Index(coordinator.frequency),
       Index(coordinator.start),
       Index(coordinator.end),
       Index(coordinator.timezone),
       Index(coordinator.timeout),
       Index(coordinator.concurrency),
       Index(coordinator.execution),
       Index(coordinator.throttle),
       Index(coordinator.app_path),
       c.U32(SlaVersionOf(coordinator.sla)),
       Datasets(coordinator),
       Events(coordinator.inputs, "inputs"),
       Events(coordinator.outputs, "outputs"),
       Logic(coordinator.logic),
       Given(coordinator.configuration),
       shared_.Arguments(coordinator, coordinator.sla.args),
       c.U32(coordinator.datasets.size()),
       c.U32(coordinator.inputs.size()),
       c.U32(coordinator.outputs.size()),
       c.U32(coordinator.logic.size()),
       c.U32(coordinator.configuration.size()),
       c.U32(coordinator.sla.args.size()),
       c.U32(coordinator.workflow.value_or(HPDL_NONE))});
}

llvm::Constant* CoordinatorTables::Definition(const hir::Definition& definition,
                                              const std::string& prefix) {
  const Constants& c = constants_;
  return llvm::ConstantStruct::get(
      types_.definition,
      {constants_.Str(definition.schema), constants_.Str(definition.source->text()),
       shared_.FileName(definition), shared_.Expressions(definition, prefix),
       shared_.Parameters(definition), shared_.Properties(definition.defaults, "defaults"),
       c.U32(definition.values.size()), c.U32(definition.parameters.size()),
       c.U32(definition.defaults.size()), Index(definition.name)});
}

llvm::Constant* CoordinatorTables::Datasets(const hir::Coordinator& coordinator) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(coordinator.datasets.size());
  for (const hir::Dataset& dataset : coordinator.datasets) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.dataset,
        {constants_.Str(dataset.name), Index(dataset.frequency), Index(dataset.initial_instance),
         Index(dataset.timezone), Index(dataset.uri_template), Index(dataset.done_flag),
         shared_.LineOf(coordinator, dataset.range)}));
  }
  return constants_.Table(types_.dataset, rows, "datasets");
}

llvm::Constant* CoordinatorTables::Events(const std::vector<hir::DataEvent>& events,
                                          const char* name) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(events.size());
  for (const hir::DataEvent& event : events) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.event, {constants_.Str(event.name), Index(event.dataset),
                       c.U32(event.is_range ? 1 : 0), Instances(event.instances),
                       c.U32(event.instances.size()), c.U32(event.nocleanup ? 1 : 0)}));
  }
  return constants_.Table(types_.event, rows, name);
}

llvm::Constant* CoordinatorTables::Instances(const std::vector<hir::Instance>& instances) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(instances.size());
  for (const hir::Instance& instance : instances) {
    rows.push_back(Index(instance.text));
  }
  return constants_.Table(types_.i32, rows, "instances");
}

llvm::Constant* CoordinatorTables::Logic(const std::vector<hir::Logic>& logic) {
  const Constants& c = constants_;
  std::vector<llvm::Constant*> rows;
  rows.reserve(logic.size());
  for (const hir::Logic& each : logic) {
    rows.push_back(llvm::ConstantStruct::get(
        types_.logic, {c.U32(LogicKindOf(each.kind)), c.U32(each.end), Index(each.name),
                       Index(each.min), Index(each.wait), Index(each.dataset)}));
  }
  return constants_.Table(types_.logic, rows, "logic");
}

llvm::Constant* CoordinatorTables::Given(const std::vector<hir::GivenProperty>& properties) {
  std::vector<llvm::Constant*> rows;
  rows.reserve(properties.size());
  for (const hir::GivenProperty& property : properties) {
    rows.push_back(llvm::ConstantStruct::get(types_.given_property,
                                             {Index(property.name), Index(property.value)}));
  }
  return constants_.Table(types_.given_property, rows, "configuration");
}

}  // namespace hpdl::codegen
