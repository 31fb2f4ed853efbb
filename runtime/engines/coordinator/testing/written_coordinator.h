#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_COORDINATOR_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_COORDINATOR_H_

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/testing/written_texts.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/value/eval.h"
#include "runtime/ground/value/values.h"
#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/rules/coordinator/view.h"

namespace hpdl::rt {

/// A coordinator whose texts are constant. It runs hourly from 2024-01-01T00:00Z, in UTC.
class WrittenCoordinator {
 public:
  explicit WrittenCoordinator(int hours) {
    written_.definition.name = Text("c");
    written_.frequency = Text("60");
    written_.start = Text("2024-01-01T00:00Z");
    written_.end = Text(WriteTime(*ReadTime("2024-01-01T00:00Z") + hours * std::int64_t{3600}));
    written_.timezone = Text("UTC");
    written_.timeout = written_.concurrency = written_.execution = written_.throttle = HPDL_NONE;
    written_.app_path = Text("file:///wf");
    written_.workflow = HPDL_NONE;
    written_.definition.file_name = {"coordinator.xml", 15};
    written_.definition.schema = {"uri:oozie:coordinator:0.5", 25};
  }
  void Name(const char* text) { written_.definition.name = Text(text); }
  void Frequency(const char* text) { written_.frequency = Text(text); }
  void Start(const char* text) { written_.start = Text(text); }
  void End(const char* text) { written_.end = Text(text); }
  void Timezone(const char* text) { written_.timezone = Text(text); }
  void Concurrency(const char* text) { written_.concurrency = Text(text); }
  void Execution(const char* text) { written_.execution = Text(text); }
  void Throttle(const char* text) { written_.throttle = Text(text); }
  void Timeout(const char* text) { written_.timeout = Text(text); }
  /// Adds an input event `in`: each action needs one instance of the event's data set.
  void WantData() { Want("in", "file:///data/${HOUR}"); }
  /// Adds an input event and a data set of the same name. May be called several times.
  void Want(const char* name, const char* uri_template) {
    inputs_.push_back(Event(name, uri_template));
  }
  /// Adds an output event: each action makes one instance of the event's data set.
  void Make(const char* name, const char* uri_template, bool nocleanup = false) {
    outputs_.push_back(Event(name, uri_template));
    outputs_.back().nocleanup = nocleanup ? 1 : 0;
  }
  /// Adds an input logic `name` that needs the data of only one of two events.
  void WantOneOf(const char* name, const char* one, const char* other, const char* wait = nullptr) {
    hpdl_logic any{};
    any.kind = HPDL_LOGIC_OR;
    any.end = 3;
    any.name = Text(name);
    any.min = any.dataset = HPDL_NONE;
    any.wait = wait == nullptr ? HPDL_NONE : Text(wait);
    logic_.push_back(any);
    for (const char* event : {one, other}) {
      hpdl_logic& each = logic_.emplace_back();
      each.kind = HPDL_LOGIC_DATA_IN;
      each.end = static_cast<std::uint32_t>(logic_.size());
      each.name = each.min = each.wait = HPDL_NONE;
      each.dataset = Text(event);
    }
  }
  /// Adds a property with which workflows are started.
  void Give(const char* name, const char* value) { given_.push_back({Text(name), Text(value)}); }
  /// Adds a property with a computed value.
  void Give(const char* name, hpdl_expr_fn value, const char* as_written) {
    given_.push_back({Text(name), texts_.Add(value, as_written)});
  }
  /// Adds a field of the agreement (SLA). `field` is the number of the field in the element `info`.
  void Agree(std::uint32_t field, const char* text) { AgreeBy(field, Text(text)); }
  void Agree(std::uint32_t field, hpdl_expr_fn value, const char* as_written) {
    AgreeBy(field, texts_.Add(value, as_written));
  }
  hpdl_coordinator& raw() { return written_; }

  const hpdl_coordinator& Get() {
    written_.datasets = datasets_.data();
    written_.dataset_count = static_cast<std::uint32_t>(datasets_.size());
    written_.inputs = inputs_.data();
    written_.input_count = static_cast<std::uint32_t>(inputs_.size());
    written_.outputs = outputs_.data();
    written_.output_count = static_cast<std::uint32_t>(outputs_.size());
    written_.logic = logic_.data();
    written_.logic_count = static_cast<std::uint32_t>(logic_.size());
    written_.configuration = given_.data();
    written_.configuration_count = static_cast<std::uint32_t>(given_.size());
    written_.sla_args = agreed_.data();
    written_.sla_arg_count = static_cast<std::uint32_t>(agreed_.size());
    texts_.SetIn(&written_.definition);
    return written_;
  }

 private:
  std::uint32_t Text(std::string text) { return texts_.Add(std::move(text)); }

  hpdl_event Event(const char* name, const char* uri_template) {
    const std::string& kept = names_.emplace_back(name);
    hpdl_dataset& dataset = datasets_.emplace_back();
    dataset.name = {kept.data(), kept.size()};
    dataset.frequency = Text("60");
    dataset.initial_instance = Text("2023-12-01T00:00Z");
    dataset.timezone = Text("UTC");
    dataset.uri_template = Text(uri_template);
    dataset.done_flag = HPDL_NONE;
    hpdl_event event{};
    event.name = dataset.name;
    event.dataset = Text(name);
    event.instances = &instances_.emplace_back(Text("2024-01-01T00:00Z"));
    event.instance_count = 1;
    return event;
  }
  void AgreeBy(std::uint32_t field, std::uint32_t expression) {
    written_.sla_version = 2;
    hpdl_arg& arg = agreed_.emplace_back();
    arg.field = field;
    arg.end = static_cast<std::uint32_t>(agreed_.size());
    arg.expr = expression;
  }

  WrittenTexts texts_;
  hpdl_coordinator written_{};
  std::deque<std::string> names_;
  std::vector<hpdl_dataset> datasets_;
  std::deque<std::uint32_t> instances_;
  std::vector<hpdl_event> inputs_, outputs_;
  std::vector<hpdl_logic> logic_;
  std::vector<hpdl_given_property> given_;
  std::vector<hpdl_arg> agreed_;
};

/// Functions of expressions: the nominal time and the id of the action, the data of an event, and a
/// function that always fails.
inline std::int32_t NominalTimeOfAction(hpdl_eval* eval, hpdl_value* out) {
  const CoordinatorView* view = eval->run->coordinator();
  *out = StringValueCopy(eval, WriteTime(view->Times()->nominal));
  return 0;
}
inline std::int32_t IdOfAction(hpdl_eval* eval, hpdl_value* out) {
  *out = StringValueCopy(eval, eval->run->coordinator()->ActionId());
  return 0;
}
inline std::int32_t DataInOfAction(hpdl_eval* eval, hpdl_value* out) {
  const EventUris* uris = eval->run->coordinator()->DataIn("in");
  *out = StringValueCopy(eval, uris == nullptr ? "nothing" : uris->text);
  return 0;
}
inline std::int32_t DataOutOfAction(hpdl_eval* eval, hpdl_value* out) {
  const EventUris* uris = eval->run->coordinator()->DataOut("out");
  *out = StringValueCopy(eval, uris == nullptr ? "nothing" : uris->text);
  return 0;
}
inline std::int32_t FailsAlways(hpdl_eval* eval, hpdl_value* /*out*/) {
  return eval->Fail("it has no value");
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_WRITTEN_COORDINATOR_H_
