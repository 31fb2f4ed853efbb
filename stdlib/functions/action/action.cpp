#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/action/action.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

std::int32_t hpdl_fn_action_output(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  *out = NullValue();
  if (const NodeRecord* node = NodeArgument(eval, args[0]); node != nullptr) {
    const auto found = node->data.find(CoerceToString(eval, args[1]));
    if (found != node->data.end()) {
      *out = StringValue(found->second);
    }
  }
  return 0;
}
