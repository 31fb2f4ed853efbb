#ifndef HPDL_STDLIB_FUNCTIONS_BUNDLE_BUNDLE_FN_H_
#define HPDL_STDLIB_FUNCTIONS_BUNDLE_BUNDLE_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_wf_conf(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for bundles.
namespace hpdl::stdlib {

namespace bundle_functions {

inline constexpr ArgumentDecl kPropertyArgument[] = {
    {"name", Type::kString, ArgumentRole::kProperty}};

inline constexpr FunctionDecl kAll[] = {
    {"bundle:conf", Type::kString, kPropertyArgument, kRunState, kBundle, "hpdl_fn_wf_conf",
     &hpdl_fn_wf_conf, "A property of the bundle, null if there is no property of that name."},
};

}  // namespace bundle_functions

inline constexpr FunctionFamily kBundleFunctions = {"bundle", bundle_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_BUNDLE_BUNDLE_FN_H_
