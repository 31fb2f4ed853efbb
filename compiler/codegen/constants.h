#ifndef HPDL_COMPILER_CODEGEN_CONSTANTS_H_
#define HPDL_COMPILER_CODEGEN_CONSTANTS_H_

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/codegen/abi_types.h"
#include "compiler/hir/hir.h"

namespace hpdl::codegen {

/// Makes the constant data of one module. Equal texts and values are stored once.
class Constants {
 public:
  Constants(llvm::Module& module, const AbiTypes& types) : module_(module), types_(types) {}

  llvm::ConstantInt* U32(std::uint64_t number) const {
    return llvm::ConstantInt::get(types_.i32, number);
  }
  llvm::ConstantInt* U64(std::uint64_t number) const {
    return llvm::ConstantInt::get(types_.i64, number);
  }
  llvm::Constant* Null() const { return llvm::ConstantPointerNull::get(types_.pointer); }

  /// Returns the address of the bytes. The address is never null, so readers need no special case.
  llvm::Constant* Text(std::string_view text);
  /// Returns an hpdl_str.
  llvm::Constant* Str(std::string_view text);
  /// Returns the two words of an hpdl_value: type with size, then the payload.
  std::pair<llvm::ConstantInt*, llvm::Constant*> ValueWords(const hir::Expr& constant);
  /// Returns a constant hpdl_value, for a Long or a String.
  llvm::Constant* ValueStruct(const hir::Expr& constant);
  /// Returns the address of a constant hpdl_value.
  llvm::Constant* Value(const hir::Expr& constant);
  /// Returns the address of a constant array, or null if the array is empty.
  llvm::Constant* Table(llvm::Type* type, llvm::ArrayRef<llvm::Constant*> rows,
                        const llvm::Twine& name);

 private:
  llvm::GlobalVariable* Add(llvm::Constant* content, const llvm::Twine& name);

  llvm::Module& module_;
  const AbiTypes& types_;
  llvm::StringMap<llvm::Constant*> texts_;
  std::map<std::pair<llvm::Constant*, llvm::Constant*>, llvm::Constant*> values_;
};

}  // namespace hpdl::codegen

#endif  // HPDL_COMPILER_CODEGEN_CONSTANTS_H_
