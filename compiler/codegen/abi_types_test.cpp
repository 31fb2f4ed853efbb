#include "compiler/codegen/abi_types.h"

#include <gtest/gtest.h>
#include <llvm/IR/DataLayout.h>

#include <cstddef>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/abi/hpdl_names.h"

namespace hpdl::codegen {
namespace {

class AbiTypesTest : public ::testing::Test {
 protected:
  void Expect(llvm::StructType* type, std::size_t size, const std::vector<std::size_t>& offsets) {
    const llvm::StructLayout* layout = data_layout_.getStructLayout(type);
    EXPECT_EQ(layout->getSizeInBytes().getFixedValue(), size) << type->getName().str();
    ASSERT_EQ(type->getNumElements(), offsets.size()) << type->getName().str();
    for (unsigned i = 0; i < offsets.size(); ++i) {
      EXPECT_EQ(layout->getElementOffset(i).getFixedValue(), offsets[i])
          << type->getName().str() << " member " << i;
    }
  }

  llvm::LLVMContext context_;
  AbiTypes types_{context_};
  llvm::DataLayout data_layout_{
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"};
};

#define AT(type, member) offsetof(type, member)

TEST_F(AbiTypesTest, Values) {
  Expect(types_.value, sizeof(hpdl_value),
         {AT(hpdl_value, type), AT(hpdl_value, size), AT(hpdl_value, as)});
  Expect(types_.str, sizeof(hpdl_str), {AT(hpdl_str, data), AT(hpdl_str, size)});
  Expect(types_.expr, sizeof(hpdl_expr),
         {AT(hpdl_expr, fn), AT(hpdl_expr, text), AT(hpdl_expr, line), AT(hpdl_expr, column),
          AT(hpdl_expr, effects), AT(hpdl_expr, reserved)});
}

TEST_F(AbiTypesTest, Celos) {
  Expect(types_.celos_start, sizeof(hpdl_celos_start),
         {AT(hpdl_celos_start, id), AT(hpdl_celos_start, app_path), AT(hpdl_celos_start, workflow),
          AT(hpdl_celos_start, reserved)});
  Expect(types_.celos_script, sizeof(hpdl_celos_script),
         {AT(hpdl_celos_script, path), AT(hpdl_celos_script, name), AT(hpdl_celos_script, code)});
  Expect(types_.celos, sizeof(hpdl_celos),
         {AT(hpdl_celos, name), AT(hpdl_celos, defined), AT(hpdl_celos, starts),
          AT(hpdl_celos, scripts), AT(hpdl_celos, start_count), AT(hpdl_celos, script_count),
          AT(hpdl_celos, evaluated_ms), AT(hpdl_celos, evaluator)});
}

TEST_F(AbiTypesTest, Nodes) {
  Expect(types_.arg, sizeof(hpdl_arg),
         {AT(hpdl_arg, field), AT(hpdl_arg, end), AT(hpdl_arg, expr), AT(hpdl_arg, line)});
  Expect(types_.edge, sizeof(hpdl_edge),
         {AT(hpdl_edge, name), AT(hpdl_edge, target), AT(hpdl_edge, when)});
  Expect(
      types_.node, sizeof(hpdl_node),
      {AT(hpdl_node, name), AT(hpdl_node, type), AT(hpdl_node, line), AT(hpdl_node, edges),
       AT(hpdl_node, edge_count), AT(hpdl_node, message), AT(hpdl_node, kind),
       AT(hpdl_node, kind_name), AT(hpdl_node, shape), AT(hpdl_node, arg_count),
       AT(hpdl_node, args), AT(hpdl_node, retry_max), AT(hpdl_node, retry_interval),
       AT(hpdl_node, retry_policy), AT(hpdl_node, on_finish), AT(hpdl_node, credentials),
       AT(hpdl_node, unused_global), AT(hpdl_node, unused_global_count), AT(hpdl_node, flags)});
}

TEST_F(AbiTypesTest, Workflow) {
  Expect(
      types_.parameter, sizeof(hpdl_parameter),
      {AT(hpdl_parameter, name), AT(hpdl_parameter, default_value), AT(hpdl_parameter, has_default),
       AT(hpdl_parameter, line), AT(hpdl_parameter, used), AT(hpdl_parameter, optional)});
  Expect(types_.property, sizeof(hpdl_property),
         {AT(hpdl_property, name), AT(hpdl_property, value)});
  Expect(types_.file, sizeof(hpdl_file),
         {AT(hpdl_file, path), AT(hpdl_file, data), AT(hpdl_file, size), AT(hpdl_file, sha256)});
  Expect(types_.workflow, sizeof(hpdl_workflow),
         {AT(hpdl_workflow, dialect),       AT(hpdl_workflow, name),
          AT(hpdl_workflow, schema),        AT(hpdl_workflow, source),
          AT(hpdl_workflow, file_name),     AT(hpdl_workflow, app_path),
          AT(hpdl_workflow, nodes),         AT(hpdl_workflow, node_count),
          AT(hpdl_workflow, start),         AT(hpdl_workflow, exprs),
          AT(hpdl_workflow, expr_count),    AT(hpdl_workflow, parameter_count),
          AT(hpdl_workflow, parameters),    AT(hpdl_workflow, defaults),
          AT(hpdl_workflow, default_count), AT(hpdl_workflow, global_arg_count),
          AT(hpdl_workflow, global_args),   AT(hpdl_workflow, files),
          AT(hpdl_workflow, file_count),    AT(hpdl_workflow, flags),
          AT(hpdl_workflow, handed_global), AT(hpdl_workflow, inherited_global)});
}

TEST_F(AbiTypesTest, Program) {
  Expect(types_.sub, sizeof(hpdl_sub),
         {AT(hpdl_sub, app_path), AT(hpdl_sub, workflow), AT(hpdl_sub, parent)});
  Expect(types_.program, sizeof(hpdl_program),
         {AT(hpdl_program, abi_version),
          AT(hpdl_program, workflow_count),
          AT(hpdl_program, workflows),
          AT(hpdl_program, properties),
          AT(hpdl_program, property_count),
          AT(hpdl_program, flags),
          AT(hpdl_program, compiler_version),
          AT(hpdl_program, content_hash),
          AT(hpdl_program, subs),
          AT(hpdl_program, sub_count),
          AT(hpdl_program, reserved),
          AT(hpdl_program, network),
          AT(hpdl_program, hadoop),
          AT(hpdl_program, coordinator),
          AT(hpdl_program, bundle),
          AT(hpdl_program, coordination),
          AT(hpdl_program, agreements),
          AT(hpdl_program, agreement_count),
          AT(hpdl_program, reserved2),
          AT(hpdl_program, sla)});
  Expect(types_.agreement, sizeof(hpdl_agreement),
         {AT(hpdl_agreement, workflow), AT(hpdl_agreement, node), AT(hpdl_agreement, arg_count),
          AT(hpdl_agreement, reserved), AT(hpdl_agreement, args)});
}

TEST_F(AbiTypesTest, Names) {
  Expect(types_.named_function, sizeof(hpdl_named_function),
         {AT(hpdl_named_function, name), AT(hpdl_named_function, call),
          AT(hpdl_named_function, arguments), AT(hpdl_named_function, reserved)});
  Expect(types_.named_constant, sizeof(hpdl_named_constant),
         {AT(hpdl_named_constant, name), AT(hpdl_named_constant, value)});
  Expect(types_.names, sizeof(hpdl_names),
         {AT(hpdl_names, interpreter), AT(hpdl_names, functions), AT(hpdl_names, constants),
          AT(hpdl_names, function_count), AT(hpdl_names, constant_count)});
}

TEST_F(AbiTypesTest, Data) {
  Expect(types_.dataset, sizeof(hpdl_dataset),
         {AT(hpdl_dataset, name), AT(hpdl_dataset, frequency), AT(hpdl_dataset, initial_instance),
          AT(hpdl_dataset, timezone), AT(hpdl_dataset, uri_template), AT(hpdl_dataset, done_flag),
          AT(hpdl_dataset, line)});
  Expect(types_.event, sizeof(hpdl_event),
         {AT(hpdl_event, name), AT(hpdl_event, dataset), AT(hpdl_event, is_range),
          AT(hpdl_event, instances), AT(hpdl_event, instance_count), AT(hpdl_event, nocleanup)});
  Expect(types_.logic, sizeof(hpdl_logic),
         {AT(hpdl_logic, kind), AT(hpdl_logic, end), AT(hpdl_logic, name), AT(hpdl_logic, min),
          AT(hpdl_logic, wait), AT(hpdl_logic, dataset)});
  Expect(types_.given_property, sizeof(hpdl_given_property),
         {AT(hpdl_given_property, name), AT(hpdl_given_property, value)});
}

TEST_F(AbiTypesTest, CoordinatorAndBundle) {
  Expect(
      types_.definition, sizeof(hpdl_definition),
      {AT(hpdl_definition, schema), AT(hpdl_definition, source), AT(hpdl_definition, file_name),
       AT(hpdl_definition, exprs), AT(hpdl_definition, parameters), AT(hpdl_definition, defaults),
       AT(hpdl_definition, expr_count), AT(hpdl_definition, parameter_count),
       AT(hpdl_definition, default_count), AT(hpdl_definition, name)});
  Expect(types_.coordinator, sizeof(hpdl_coordinator),
         {AT(hpdl_coordinator, definition),    AT(hpdl_coordinator, frequency),
          AT(hpdl_coordinator, start),         AT(hpdl_coordinator, end),
          AT(hpdl_coordinator, timezone),      AT(hpdl_coordinator, timeout),
          AT(hpdl_coordinator, concurrency),   AT(hpdl_coordinator, execution),
          AT(hpdl_coordinator, throttle),      AT(hpdl_coordinator, app_path),
          AT(hpdl_coordinator, sla_version),   AT(hpdl_coordinator, datasets),
          AT(hpdl_coordinator, inputs),        AT(hpdl_coordinator, outputs),
          AT(hpdl_coordinator, logic),         AT(hpdl_coordinator, configuration),
          AT(hpdl_coordinator, sla_args),      AT(hpdl_coordinator, dataset_count),
          AT(hpdl_coordinator, input_count),   AT(hpdl_coordinator, output_count),
          AT(hpdl_coordinator, logic_count),   AT(hpdl_coordinator, configuration_count),
          AT(hpdl_coordinator, sla_arg_count), AT(hpdl_coordinator, workflow)});
  Expect(types_.bundled, sizeof(hpdl_bundled),
         {AT(hpdl_bundled, name), AT(hpdl_bundled, app_path), AT(hpdl_bundled, critical),
          AT(hpdl_bundled, enabled), AT(hpdl_bundled, configuration),
          AT(hpdl_bundled, configuration_count), AT(hpdl_bundled, coordinator)});
  Expect(types_.bundle, sizeof(hpdl_bundle),
         {AT(hpdl_bundle, definition), AT(hpdl_bundle, kick_off_time),
          AT(hpdl_bundle, bundled_count), AT(hpdl_bundle, bundled), AT(hpdl_bundle, coordinators),
          AT(hpdl_bundle, coordinator_count), AT(hpdl_bundle, reserved)});
}

}  // namespace
}  // namespace hpdl::codegen
