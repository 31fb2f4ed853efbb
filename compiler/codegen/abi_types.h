#ifndef HPDL_COMPILER_CODEGEN_ABI_TYPES_H_
#define HPDL_COMPILER_CODEGEN_ABI_TYPES_H_

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>

namespace hpdl::codegen {

/// The structs of runtime/ground/abi (its headers hpdl_*.h) as LLVM types, member by member in the
/// same order. No other part of the compiler depends on these layouts. abi_types_test.cpp compares
/// them with the headers.
struct AbiTypes {
  explicit AbiTypes(llvm::LLVMContext& context);

  llvm::PointerType* pointer;
  llvm::IntegerType* i8;
  llvm::IntegerType* i32;
  llvm::IntegerType* i64;
  llvm::StructType* value;
  llvm::StructType* str;
  llvm::StructType* expr;
  llvm::StructType* arg;
  llvm::StructType* edge;
  llvm::StructType* node;
  llvm::StructType* parameter;
  llvm::StructType* property;
  llvm::StructType* file;
  llvm::StructType* workflow;
  llvm::StructType* sub;
  llvm::StructType* agreement;
  llvm::StructType* program;
  llvm::StructType* named_function;
  llvm::StructType* named_constant;
  llvm::StructType* names;
  llvm::StructType* dataset;
  llvm::StructType* event;
  llvm::StructType* logic;
  llvm::StructType* given_property;
  llvm::StructType* definition;
  llvm::StructType* coordinator;
  llvm::StructType* bundled;
  llvm::StructType* bundle;
  llvm::StructType* celos_start;
  llvm::StructType* celos_script;
  llvm::StructType* celos;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_ABI_TYPES_H_
