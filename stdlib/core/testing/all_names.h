#ifndef HPDL_STDLIB_CORE_TESTING_ALL_NAMES_H_
#define HPDL_STDLIB_CORE_TESTING_ALL_NAMES_H_

#include <string_view>
#include <vector>

#include "runtime/ground/abi/hpdl_names.h"
#include "stdlib/core/registry.h"

namespace hpdl::stdlib::testing {

/// All functions and constants that expressions of one kind (Environment in function.h) may use, in
/// the form that codegen writes into programs.
class AllNames {
 public:
  explicit AllNames(Environment environment) {
    for (const FunctionFamily* family : AllFunctions()) {
      for (const FunctionDecl& function : family->functions) {
        if ((function.environments & environment) != 0) {
          functions_.push_back({Named(function.name), function.impl,
                                static_cast<std::uint32_t>(function.arguments.size()), 0});
        }
      }
      for (const ConstantDecl& constant : family->constants) {
        if ((constant.environments & environment) != 0) {
          constants_.push_back({Named(constant.name), ValueOf(constant)});
        }
      }
    }
    names_.functions = functions_.data();
    names_.constants = constants_.data();
    names_.function_count = static_cast<std::uint32_t>(functions_.size());
    names_.constant_count = static_cast<std::uint32_t>(constants_.size());
  }
  AllNames(const AllNames&) = delete;
  AllNames& operator=(const AllNames&) = delete;

  const hpdl_names& names() const { return names_; }

 private:
  static hpdl_str Named(std::string_view text) { return {text.data(), text.size()}; }
  static hpdl_value ValueOf(const ConstantDecl& constant) {
    hpdl_value value{};
    value.type = constant.type == Type::kString ? HPDL_STRING : HPDL_LONG;
    if (constant.type == Type::kString) {
      value.size = static_cast<std::uint32_t>(constant.text.size());
      value.as.s = constant.text.data();
    } else {
      value.as.i = constant.number;
    }
    return value;
  }

  std::vector<hpdl_named_function> functions_;
  std::vector<hpdl_named_constant> constants_;
  hpdl_names names_{};
};

}  // namespace hpdl::stdlib::testing

#endif  // HPDL_STDLIB_CORE_TESTING_ALL_NAMES_H_
