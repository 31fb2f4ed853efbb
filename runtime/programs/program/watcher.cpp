#include "runtime/programs/program/watcher.h"

#include <utility>

namespace hpdl::rt {

void Watcher::OnEvent(const ProgressEvent& event) {
  if (!std::exchange(started_, true) && begun_) {
    begun_();
  }
  if (event.type == ProgressEvent::Type::kNode) {
    const StateClass state_class = Classify(event.state);
    const bool trouble = state_class == StateClass::kError || state_class == StateClass::kManual;
    if (trouble && troubles_.size() < kMost) {
      NodeRow row;
      row.job = event.job;
      row.node = event.node;
      row.type = event.node_type;
      row.state = state_class == StateClass::kManual ? NodeState::kStartManual
                  : event.state == "FAILED"          ? NodeState::kFailed
                                                     : NodeState::kError;
      row.error_code = event.error_code;
      row.error_message = event.message;
      troubles_[{event.job, event.node}] = std::move(row);
    } else if (!trouble && !troubles_.empty()) {
      troubles_.erase({event.job, event.node});
    }
  }
  view_->OnEvent(event);
}

std::vector<NodeRow> Watcher::Troubles() const {
  std::vector<NodeRow> rows;
  rows.reserve(troubles_.size());
  for (const auto& [key, row] : troubles_) {
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hpdl::rt
