#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/hadoop/hadoop.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

std::int32_t NodeField(hpdl_eval* eval, const hpdl_value* args,
                       std::optional<std::string> NodeRecord::* field, hpdl_value* out) {
  const NodeRecord* node = NodeArgument(eval, args[0]);
  *out = node == nullptr ? NullValue() : OptionalText(eval, node->*field);
  return 0;
}

}  // namespace

std::int32_t hpdl_fn_hadoop_counters(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const NodeRecord* node = NodeArgument(eval, args[0]);
  const bool known = node != nullptr && node->has_counters;
  *out = MapValue(known ? MakeMap(eval, node->counters, true) : UndefinedCounters());
  return 0;
}

std::int32_t hpdl_fn_hadoop_job_counters(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const NodeRecord* node = NodeArgument(eval, args[0]);
  const bool known = node != nullptr && node->has_counters;
  *out = known ? MapValue(MakeMap(eval, node->counters, false)) : NullValue();
  return 0;
}

std::int32_t hpdl_fn_hadoop_conf(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const Result<std::string> value =
      eval->run->HadoopProperty(CoerceToString(eval, args[0]), CoerceToString(eval, args[1]));
  if (!value) {
    return eval->Fail(value.error().message);
  }
  *out = StringValueCopy(eval, *value);
  return 0;
}

std::int32_t hpdl_fn_hadoop_job_id(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::external_id, out);
}

std::int32_t hpdl_fn_hadoop_job_tracker(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::tracker_uri, out);
}

std::int32_t hpdl_fn_hadoop_job_status(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return NodeField(eval, args, &NodeRecord::external_status, out);
}
