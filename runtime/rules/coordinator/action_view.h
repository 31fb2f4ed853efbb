#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_VIEW_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_VIEW_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/view.h"

namespace hpdl::rt {

/// The values of one action that expressions can read. Before an evaluation, the caller sets the
/// values that are already known.
class ActionView final : public CoordinatorView {
 public:
  ActionTimes times;
  std::string id;
  const Dataset* dataset = nullptr;  ///< not owned
  /// The URIs of each input event, identified by the event's name.
  std::map<std::string, EventUris, std::less<>> inputs;
  std::map<std::string, EventUris, std::less<>> outputs;
  IsThere is_there;  ///< if this function is empty, every instance counts as missing

  const ActionTimes* Times() const override { return &times; }
  std::string_view ActionId() const override { return id; }
  const Dataset* DataSet() const override { return dataset; }
  const EventUris* DataIn(std::string_view name) const override { return Find(inputs, name); }
  const EventUris* DataOut(std::string_view name) const override { return Find(outputs, name); }
  Result<bool> HasData(std::int64_t instance) const override {
    return is_there ? is_there(instance) : Result<bool>(false);
  }

 private:
  static const EventUris* Find(const std::map<std::string, EventUris, std::less<>>& events,
                               std::string_view name) {
    const auto found = events.find(name);
    return found == events.end() ? nullptr : &found->second;
  }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_VIEW_H_
