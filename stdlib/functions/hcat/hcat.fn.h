#ifndef HPDL_STDLIB_FUNCTIONS_HCAT_HCAT_FN_H_
#define HPDL_STDLIB_FUNCTIONS_HCAT_HCAT_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_hcat_exists(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for tables of HCatalog. They are declared so that definitions with them compile. There
/// is no client of HCatalog.
namespace hpdl::stdlib {

namespace hcat_functions {

inline constexpr ArgumentDecl kUriArgument[] = {{"uri"}};

inline constexpr FunctionDecl kAll[] = {
    {"hcat:exists", Type::kBoolean, kUriArgument, kWorld, kOozieWorkflow, "hpdl_fn_hcat_exists",
     &hpdl_fn_hcat_exists,
     "True if a partition of a table exists. Not supported: always an error when evaluated."},
};

}  // namespace hcat_functions

inline constexpr FunctionFamily kHcatFunctions = {"hcat", hcat_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_HCAT_HCAT_FN_H_
