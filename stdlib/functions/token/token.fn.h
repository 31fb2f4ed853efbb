#ifndef HPDL_STDLIB_FUNCTIONS_TOKEN_TOKEN_FN_H_
#define HPDL_STDLIB_FUNCTIONS_TOKEN_TOKEN_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_token_get(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_get_of(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_system(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_system_of(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_contains(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_contains_system(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_nodes(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_last(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_all(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_all_keys(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_all_system(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_all_keys_system(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_from_node(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_from_node_system(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_token_put(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for the workflow token: the values that earlier nodes of the same branch left for a
/// node (docs/design/token.md). The functions work alike in Oozie workflows and in HWS.
namespace hpdl::stdlib {

namespace token_functions {

inline constexpr ArgumentDecl kKey[] = {{"key"}};
inline constexpr ArgumentDecl kNode[] = {{"node", Type::kString, ArgumentRole::kNode}};
inline constexpr ArgumentDecl kKeyAndNode[] = {{"key"},
                                               {"node", Type::kString, ArgumentRole::kNode}};
inline constexpr ArgumentDecl kKeyAndValue[] = {{"key"}, {"value", Type::kAny}};

inline constexpr FunctionDecl kAll[] = {
    {"token:get", Type::kString, kKey, kRunState, kWorkflows, "hpdl_fn_token_get",
     &hpdl_fn_token_get, "The value that was put last for a key, null if there is no value."},
    {"token:get", Type::kString, kKeyAndNode, kRunState, kWorkflows, "hpdl_fn_token_get_of",
     &hpdl_fn_token_get_of, "The value that a node put for a key, null if it put no value."},
    {"token:system", Type::kString, kKey, kRunState, kWorkflows, "hpdl_fn_token_system",
     &hpdl_fn_token_system,
     "The counter GROUP.NAME of the last node that has it, null if no node has it."},
    {"token:system", Type::kString, kKeyAndNode, kRunState, kWorkflows, "hpdl_fn_token_system_of",
     &hpdl_fn_token_system_of,
     "The counter GROUP.NAME of a node, null if the node does not have it."},
    {"token:contains", Type::kBoolean, kKey, kRunState, kWorkflows, "hpdl_fn_token_contains",
     &hpdl_fn_token_contains, "True if a value was put for a key."},
    {"token:containsSystem", Type::kBoolean, kKey, kRunState, kWorkflows,
     "hpdl_fn_token_contains_system", &hpdl_fn_token_contains_system,
     "True if a node has the counter GROUP.NAME."},
    {"token:nodes", Type::kString, kKey, kRunState, kWorkflows, "hpdl_fn_token_nodes",
     &hpdl_fn_token_nodes,
     "The nodes that put a value for a key, in order, with commas between them."},
    {"token:last", Type::kString, kKey, kRunState, kWorkflows, "hpdl_fn_token_last",
     &hpdl_fn_token_last, "The node that put the last value for a key, null if no node did."},
    {"token:all", Type::kMap, kKey, kRunState, kWorkflows, "hpdl_fn_token_all", &hpdl_fn_token_all,
     "A map from each node to the value that it put for a key, in the order of token:nodes."},
    {"token:all",
     Type::kMap,
     {},
     kRunState,
     kWorkflows,
     "hpdl_fn_token_all_keys",
     &hpdl_fn_token_all_keys,
     "A map from each key to the map of `token:all` for this key."},
    {"token:allSystem", Type::kMap, kKey, kRunState, kWorkflows, "hpdl_fn_token_all_system",
     &hpdl_fn_token_all_system,
     "A map from each node to its counter GROUP.NAME, in the order of the nodes in the run."},
    {"token:allSystem",
     Type::kMap,
     {},
     kRunState,
     kWorkflows,
     "hpdl_fn_token_all_keys_system",
     &hpdl_fn_token_all_keys_system,
     "A map from each counter GROUP.NAME to the map of `token:allSystem` for this counter."},
    {"token:fromNode", Type::kMap, kNode, kRunState, kWorkflows, "hpdl_fn_token_from_node",
     &hpdl_fn_token_from_node, "A map from each key to the value that a node put for it."},
    {"token:fromNodeSystem", Type::kMap, kNode, kRunState, kWorkflows,
     "hpdl_fn_token_from_node_system", &hpdl_fn_token_from_node_system,
     "A map from each counter GROUP.NAME to its value in a node."},
    {"token:put", Type::kString, kKeyAndValue, kRunState | kWrite, kWorkflows, "hpdl_fn_token_put",
     &hpdl_fn_token_put,
     "Stores a value that the current node puts for a key, and returns the value as text.",
     Asks::kNothing, FunctionRole::kTokenPut},
};

}  // namespace token_functions

inline constexpr FunctionFamily kTokenFunctions = {"token", token_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_TOKEN_TOKEN_FN_H_
