#include "compiler/codegen/abi_types.h"

namespace hpdl::codegen {

AbiTypes::AbiTypes(llvm::LLVMContext& context)
    : pointer(llvm::PointerType::getUnqual(context)),
      i8(llvm::Type::getInt8Ty(context)),
      i32(llvm::Type::getInt32Ty(context)),
      i64(llvm::Type::getInt64Ty(context)) {
  const auto make = [&](const char* name, llvm::ArrayRef<llvm::Type*> members) {
    return llvm::StructType::create(context, members, name);
  };
  llvm::Type* const p = pointer;
  llvm::Type* const u32 = i32;
  llvm::Type* const u64 = i64;
  // The union in hpdl_value becomes a 64-bit integer here. The doubles and pointers in the union
  // have the size and alignment of this integer.
  value = make("hpdl_value", {u32, u32, u64});
  str = make("hpdl_str", {p, u64});
  expr = make("hpdl_expr", {p, str, u32, u32, u32, u32});
  arg = make("hpdl_arg", {u32, u32, u32, u32});
  edge = make("hpdl_edge", {str, u32, u32});
  node = make("hpdl_node", {str, u32, u32, p, u32, u32, p, str, u32, u32, p, u32, u32, u32, u32,
                            str, p, u32, u32});
  parameter = make("hpdl_parameter", {str, str, u32, u32, u32, u32});
  property = make("hpdl_property", {str, str});
  file = make("hpdl_file", {str, p, u64, llvm::ArrayType::get(i8, 32)});
  workflow = make("hpdl_workflow", {u32, u32, str, str, str, str, p, u32, u32, p,   u32,
                                    u32, p,   p,   u32, u32, p,   p, u32, u32, str, str});
  sub = make("hpdl_sub", {str, u32, u32});
  agreement = make("hpdl_agreement", {u32, u32, u32, u32, p});
  program = make("hpdl_program",
                 {u32, u32, p, p, u32, u32, str, str, p, u32, u32, p, p, p, p, p, p, u32, u32, p});
  named_function = make("hpdl_named_function", {str, p, u32, u32});
  named_constant = make("hpdl_named_constant", {str, value});
  names = make("hpdl_names", {p, p, p, u32, u32});
  dataset = make("hpdl_dataset", {str, u32, u32, u32, u32, u32, u32});
  event = make("hpdl_event", {str, u32, u32, p, u32, u32});
  logic = make("hpdl_logic", {u32, u32, u32, u32, u32, u32});
  given_property = make("hpdl_given_property", {u32, u32});
  definition = make("hpdl_definition", {str, str, str, p, p, p, u32, u32, u32, u32});
  coordinator =
      make("hpdl_coordinator", {definition, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, p,
                                p,          p,   p,   p,   p,   u32, u32, u32, u32, u32, u32, u32});
  bundled = make("hpdl_bundled", {u32, u32, u32, u32, p, u32, u32});
  bundle = make("hpdl_bundle", {definition, u32, u32, p, p, u32, u32});
  celos_start = make("hpdl_celos_start", {str, str, u32, u32});
  celos_script = make("hpdl_celos_script", {str, str, str});
  celos = make("hpdl_celos", {str, str, p, p, u32, u32, u64, p});
}

}  // namespace hpdl::codegen
