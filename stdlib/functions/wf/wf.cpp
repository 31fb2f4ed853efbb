#include <string>

#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/wf/wf.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

using Field = std::optional<std::string> NodeRecord::*;

std::int32_t NodeField(hpdl_eval* eval, const hpdl_value* args, Field field, hpdl_value* out) {
  const NodeRecord* node = NodeArgument(eval, args[0]);
  *out = node == nullptr ? NullValue() : OptionalText(eval, node->*field);
  return 0;
}

bool HasEnded(const std::string& status) {
  return status != "PREP" && status != "RUNNING" && status != "START_RETRY" &&
         status != "END_RETRY" && status != "START_MANUAL" && status != "END_MANUAL" &&
         status != "DONE" && status != "USER_RETRY";
}

}  // namespace

std::int32_t hpdl_fn_wf_id(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = StringValue(eval->run->job().id);
  return 0;
}

std::int32_t hpdl_fn_wf_name(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = StringValue(eval->run->job().name);
  return 0;
}

std::int32_t hpdl_fn_wf_app_path(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = StringValue(eval->run->job().app_path);
  return 0;
}

std::int32_t hpdl_fn_wf_user(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = StringValue(eval->run->job().user);
  return 0;
}

std::int32_t hpdl_fn_wf_group(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  const std::string& group = eval->run->job().group;
  *out = group.empty() ? NullValue() : StringValue(group);
  return 0;
}

std::int32_t hpdl_fn_wf_run(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = LongValue(eval->run->job().run);
  return 0;
}

std::int32_t hpdl_fn_wf_conf(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string* value = eval->run->Property(CoerceToString(eval, args[0]));
  *out = value == nullptr ? NullValue() : StringValue(*value);
  return 0;
}

std::int32_t hpdl_fn_wf_callback(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string base = eval->run->CallbackBase();
  if (base.empty()) {
    return eval->Fail(
        "wf:callback: the program does not listen for callbacks, so there is no callback URL; run "
        "with "
        "--callback-listen HOST:PORT");
  }
  *out = StringValueCopy(eval, CallbackUrl(base, eval->run->job().id, eval->run->CurrentNode(),
                                           CoerceToString(eval, args[0])));
  return 0;
}

std::int32_t hpdl_fn_wf_last_error_node(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = OptionalText(eval, eval->run->LastErrorNode());
  return 0;
}

std::int32_t hpdl_fn_wf_transition(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::transition, out);
}

std::int32_t hpdl_fn_wf_error_code(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::error_code, out);
}

std::int32_t hpdl_fn_wf_error_message(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::error_message, out);
}

std::int32_t hpdl_fn_wf_node_status(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::status, out);
}

std::int32_t hpdl_fn_wf_exit_state(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const NodeRecord* node = NodeArgument(eval, args[0]);
  const bool ended = node != nullptr && node->status && HasEnded(*node->status);
  *out = ended ? StringValueCopy(eval, *node->status) : NullValue();
  return 0;
}

std::int32_t hpdl_fn_wf_action_data(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  static const Properties kNone;
  const NodeRecord* node = NodeArgument(eval, args[0]);
  *out = MapValue(MakeMap(eval, node == nullptr ? kNone : node->data));
  return 0;
}

std::int32_t hpdl_fn_wf_action_external_id(hpdl_eval* eval, const hpdl_value* args,
                                           hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::external_id, out);
}

std::int32_t hpdl_fn_wf_action_tracker_uri(hpdl_eval* eval, const hpdl_value* args,
                                           hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::tracker_uri, out);
}

std::int32_t hpdl_fn_wf_action_external_status(hpdl_eval* eval, const hpdl_value* args,
                                               hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::external_status, out);
}
