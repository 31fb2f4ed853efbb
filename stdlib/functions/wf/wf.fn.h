#ifndef HPDL_STDLIB_FUNCTIONS_WF_WF_FN_H_
#define HPDL_STDLIB_FUNCTIONS_WF_WF_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_wf_id(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_name(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_app_path(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_conf(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_user(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_group(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_callback(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_transition(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_last_error_node(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_error_code(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_error_message(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_run(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_exit_state(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_node_status(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_action_data(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_action_external_id(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_action_tracker_uri(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_action_external_status(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for the job and its nodes: specification 4.2.3. A value that a node does not have is
/// null.
namespace hpdl::stdlib {

namespace wf_functions {

inline constexpr ArgumentDecl kNodeArgument[] = {{"node", Type::kString, ArgumentRole::kNode}};
inline constexpr ArgumentDecl kPropertyArgument[] = {
    {"name", Type::kString, ArgumentRole::kProperty}};
inline constexpr ArgumentDecl kStateArgument[] = {{"stateVar"}};

inline constexpr FunctionDecl kAll[] = {
    {"wf:id",
     Type::kString,
     {},
     kRunState,
     kWorkflows,
     "hpdl_fn_wf_id",
     &hpdl_fn_wf_id,
     "The id of the job (section 4.2.3 of Oozie's specification)."},
    {"wf:name",
     Type::kString,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_name",
     &hpdl_fn_wf_name,
     "The name of the workflow (section 4.2.3 of Oozie's specification)."},
    {"wf:appName",
     Type::kString,
     {},
     kRunState,
     kHwsWorkflow,
     "hpdl_fn_wf_name",
     &hpdl_fn_wf_name,
     "The name of the workflow (HWS 4.2.3)."},
    {"wf:appPath",
     Type::kString,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_app_path",
     &hpdl_fn_wf_app_path,
     "The path of the application (section 4.2.3 of Oozie's specification)."},
    {"wf:conf", Type::kString, kPropertyArgument, kRunState, kWorkflows, "hpdl_fn_wf_conf",
     &hpdl_fn_wf_conf,
     "A job property, null if there is no property of that name (section 4.2.3 of Oozie's "
     "specification)."},
    {"wf:user",
     Type::kString,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_user",
     &hpdl_fn_wf_user,
     "The user who started the job (section 4.2.3 of Oozie's specification)."},
    {"wf:group",
     Type::kString,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_group",
     &hpdl_fn_wf_group,
     "The group of the job, null if it has none (section 4.2.3 of Oozie's specification)."},
    {"wf:callback", Type::kString, kStateArgument, kRunState, kWorkflows, "hpdl_fn_wf_callback",
     &hpdl_fn_wf_callback,
     "The URL to call with the exit state of the current action (section 4.2.3 of Oozie's "
     "specification)."},
    {"wf:transition", Type::kString, kNodeArgument, kRunState, kOozieWorkflow,
     "hpdl_fn_wf_transition", &hpdl_fn_wf_transition,
     "The transition that a node took, null before its end (section 4.2.3 of Oozie's "
     "specification)."},
    {"wf:lastErrorNode",
     Type::kString,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_last_error_node",
     &hpdl_fn_wf_last_error_node,
     "The last node that ended in an error, null if no node did (section 4.2.3 of Oozie's "
     "specification).",
     Asks::kNothing,
     FunctionRole::kErrorNode},
    {"wf:errorNode",
     Type::kString,
     {},
     kRunState,
     kHwsWorkflow,
     "hpdl_fn_wf_last_error_node",
     &hpdl_fn_wf_last_error_node,
     "The last node that ended in an error, null if no node did (HWS 4.2.3).",
     Asks::kNothing,
     FunctionRole::kErrorNode},
    {"wf:errorCode", Type::kString, kNodeArgument, kRunState, kWorkflows, "hpdl_fn_wf_error_code",
     &hpdl_fn_wf_error_code,
     "The error code of a node, null if it has none (section 4.2.3 of Oozie's specification)."},
    {"wf:errorMessage", Type::kString, kNodeArgument, kRunState, kWorkflows,
     "hpdl_fn_wf_error_message", &hpdl_fn_wf_error_message,
     "The error message of a node, null if it has none (section 4.2.3 of Oozie's specification)."},
    {"wf:run",
     Type::kLong,
     {},
     kRunState,
     kOozieWorkflow,
     "hpdl_fn_wf_run",
     &hpdl_fn_wf_run,
     "The number of reruns of the job, 0 in its first run (section 4.2.3 of Oozie's "
     "specification)."},
    {"wf:recovery",
     Type::kLong,
     {},
     kRunState,
     kHwsWorkflow,
     "hpdl_fn_wf_run",
     &hpdl_fn_wf_run,
     "The number of recovery runs of the job, 0 in its first run (HWS 4.2.3)."},
    {"wf:exitState", Type::kString, kNodeArgument, kRunState, kHwsWorkflow, "hpdl_fn_wf_exit_state",
     &hpdl_fn_wf_exit_state, "The state that a node ended in, null before its end (HWS 4.2.3)."},
    {"wf:nodeStatus", Type::kString, kNodeArgument, kRunState, kHwsWorkflow,
     "hpdl_fn_wf_node_status", &hpdl_fn_wf_node_status,
     "The state of a node, null before it starts (used by examples of HWS)."},
    {"wf:actionData", Type::kMap, kNodeArgument, kRunState, kOozieWorkflow,
     "hpdl_fn_wf_action_data", &hpdl_fn_wf_action_data,
     "The output that was captured from an action; empty if there is no output (section 4.2.3 of "
     "Oozie's specification).",
     Asks::kOutput},
    {"wf:actionExternalId", Type::kString, kNodeArgument, kRunState, kOozieWorkflow,
     "hpdl_fn_wf_action_external_id", &hpdl_fn_wf_action_external_id,
     "The id that the executing system gave to an action, null if it gave none (section 4.2.3 of "
     "Oozie's specification)."},
    {"wf:actionTrackerUri", Type::kString, kNodeArgument, kRunState, kOozieWorkflow,
     "hpdl_fn_wf_action_tracker_uri", &hpdl_fn_wf_action_tracker_uri,
     "The system that executes an action, null if there is none (section 4.2.3 of Oozie's "
     "specification)."},
    {"wf:actionExternalStatus", Type::kString, kNodeArgument, kRunState, kOozieWorkflow,
     "hpdl_fn_wf_action_external_status", &hpdl_fn_wf_action_external_status,
     "The state of an action in the executing system, null if there is none (section 4.2.3 of "
     "Oozie's specification)."},
};

}  // namespace wf_functions

inline constexpr FunctionFamily kWfFunctions = {"wf", wf_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_WF_WF_FN_H_
