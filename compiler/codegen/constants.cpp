#include "compiler/codegen/constants.h"

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::codegen {

llvm::GlobalVariable* Constants::Add(llvm::Constant* content, const llvm::Twine& name) {
  auto* variable = new llvm::GlobalVariable(module_, content->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, content, name);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

llvm::Constant* Constants::Text(std::string_view text) {
  const auto [place, inserted] =
      texts_.try_emplace(llvm::StringRef(text.data(), text.size()), nullptr);
  if (inserted) {
    llvm::GlobalVariable* variable =
        Add(llvm::ConstantDataArray::getString(module_.getContext(), place->first(),
                                               /*AddNull=*/text.empty()),
            "text");
    variable->setAlignment(llvm::Align(1));
    place->second = variable;
  }
  return place->second;
}

llvm::Constant* Constants::Str(std::string_view text) {
  return llvm::ConstantStruct::get(types_.str, {Text(text), U64(text.size())});
}

std::pair<llvm::ConstantInt*, llvm::Constant*> Constants::ValueWords(const hir::Expr& constant) {
  switch (constant.type) {
    case stdlib::Type::kBoolean:
      return {U64(HPDL_BOOLEAN), U64(constant.boolean ? 1 : 0)};
    case stdlib::Type::kLong:
      return {U64(HPDL_LONG), U64(static_cast<std::uint64_t>(constant.number))};
    case stdlib::Type::kDouble:
      return {U64(HPDL_DOUBLE),
              llvm::ConstantFP::get(llvm::Type::getDoubleTy(module_.getContext()), constant.real)};
    case stdlib::Type::kString:
      return {U64(HPDL_STRING | static_cast<std::uint64_t>(constant.text.size()) << 32),
              Text(constant.text)};
    default:
      return {U64(HPDL_NULL), U64(0)};
  }
}

llvm::Constant* Constants::ValueStruct(const hir::Expr& constant) {
  const auto [head, payload] = ValueWords(constant);
  const std::uint64_t word = head->getZExtValue();
  llvm::Constant* bits = payload->getType()->isPointerTy()
                             ? llvm::ConstantExpr::getPtrToInt(payload, types_.i64)
                             : payload;
  return llvm::ConstantStruct::get(types_.value, {U32(word & UINT32_MAX), U32(word >> 32), bits});
}

llvm::Constant* Constants::Value(const hir::Expr& constant) {
  const auto words = ValueWords(constant);
  llvm::Constant*& value = values_[{words.first, words.second}];
  if (value == nullptr) {
    llvm::GlobalVariable* variable =
        Add(llvm::ConstantStruct::getAnon({words.first, words.second}), "value");
    variable->setAlignment(llvm::Align(8));
    value = variable;
  }
  return value;
}

llvm::Constant* Constants::Table(llvm::Type* type, llvm::ArrayRef<llvm::Constant*> rows,
                                 const llvm::Twine& name) {
  if (rows.empty()) {
    return Null();
  }
  return Add(llvm::ConstantArray::get(llvm::ArrayType::get(type, rows.size()), rows), name);
}

}  // namespace hpdl::codegen
