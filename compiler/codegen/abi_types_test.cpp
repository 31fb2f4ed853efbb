#include "compiler/codegen/abi_types.h"

#include <gtest/gtest.h>
#include <llvm/IR/DataLayout.h>

#include <cstddef>
#include <vector>

#include "runtime/abi/hpdl_abi.h"
#include "runtime/abi/hpdl_names.h"

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

TEST_F(AbiTypesTest, Nodes) {
  Expect(types_.arg, sizeof(hpdl_arg),
         {AT(hpdl_arg, field), AT(hpdl_arg, end), AT(hpdl_arg, expr), AT(hpdl_arg, line)});
  Expect(types_.edge, sizeof(hpdl_edge),
         {AT(hpdl_edge, name), AT(hpdl_edge, target), AT(hpdl_edge, when)});
  Expect(types_.node, sizeof(hpdl_node),
         {AT(hpdl_node, name), AT(hpdl_node, type), AT(hpdl_node, line), AT(hpdl_node, edges),
          AT(hpdl_node, edge_count), AT(hpdl_node, message), AT(hpdl_node, kind),
          AT(hpdl_node, kind_name), AT(hpdl_node, shape), AT(hpdl_node, arg_count),
          AT(hpdl_node, args), AT(hpdl_node, retry_max), AT(hpdl_node, retry_interval),
          AT(hpdl_node, retry_policy), AT(hpdl_node, reserved), AT(hpdl_node, credentials)});
}

TEST_F(AbiTypesTest, Workflow) {
  Expect(
      types_.parameter, sizeof(hpdl_parameter),
      {AT(hpdl_parameter, name), AT(hpdl_parameter, default_value), AT(hpdl_parameter, has_default),
       AT(hpdl_parameter, line), AT(hpdl_parameter, used), AT(hpdl_parameter, reserved)});
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
          AT(hpdl_workflow, file_count),    AT(hpdl_workflow, flags)});
}

TEST_F(AbiTypesTest, Program) {
  Expect(types_.sub, sizeof(hpdl_sub),
         {AT(hpdl_sub, app_path), AT(hpdl_sub, workflow), AT(hpdl_sub, parent)});
  Expect(
      types_.program, sizeof(hpdl_program),
      {AT(hpdl_program, abi_version), AT(hpdl_program, workflow_count), AT(hpdl_program, workflows),
       AT(hpdl_program, properties), AT(hpdl_program, property_count), AT(hpdl_program, flags),
       AT(hpdl_program, compiler_version), AT(hpdl_program, content_hash), AT(hpdl_program, subs),
       AT(hpdl_program, sub_count), AT(hpdl_program, reserved), AT(hpdl_program, network),
       AT(hpdl_program, hadoop), AT(hpdl_program, coordinator), AT(hpdl_program, bundle),
       AT(hpdl_program, coordination)});
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

}  // namespace
}  // namespace hpdl::codegen
