#ifndef HPDL_STDLIB_FUNCTIONS_ACTION_ACTION_FN_H_
#define HPDL_STDLIB_FUNCTIONS_ACTION_ACTION_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_action_output(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for the output of actions: HWS 4.2.6.
namespace hpdl::stdlib {

namespace action_functions {

inline constexpr ArgumentDecl kOutputArguments[] = {{"node", Type::kString, ArgumentRole::kNode},
                                                    {"key"}};

inline constexpr FunctionDecl kAll[] = {
    {"action:output", Type::kString, kOutputArguments, kRunState, kHwsWorkflow,
     "hpdl_fn_action_output", &hpdl_fn_action_output,
     "A value of the output that was captured from an action, null if it is missing (HWS 4.2.6).",
     Asks::kOutput},
};

}  // namespace action_functions

inline constexpr FunctionFamily kActionFunctions = {"action", action_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_ACTION_ACTION_FN_H_
