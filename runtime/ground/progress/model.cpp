#include "runtime/ground/progress/model.h"

#include <algorithm>

namespace hpdl::rt {
namespace {

bool Ended(StateClass state_class) {
  return state_class == StateClass::kOk || state_class == StateClass::kError ||
         state_class == StateClass::kKilled;
}

std::string KeyOf(const ProgressEvent& event) {
  return std::to_string(event.job).append("/").append(event.node);
}

}  // namespace

ProgressRow& ProgressModel::RowOf(const ProgressEvent& event) {
  const std::string key = KeyOf(event);
  const auto found = index_.find(key);
  if (found != index_.end()) {
    return rows_[found->second];
  }
  index_.emplace(key, next_);
  ProgressRow& row = rows_[next_++];
  row.job = event.job;
  row.node = event.node;
  row.begin_ms = event.time_ms;
  ++counts_[static_cast<std::size_t>(row.state_class)];
  return row;
}

void ProgressModel::Apply(const ProgressEvent& event) {
  ++version_;
  if (event.type == ProgressEvent::Type::kJob) {
    if (event.job == 0) {
      job_state_ = event.state;
    }
    return;
  }
  if (event.type == ProgressEvent::Type::kWaiting) {
    // A kWaiting event never makes a row: the node may have finished before the event came, and its
    // row may already have been dropped.
    const auto found = index_.find(KeyOf(event));
    if (found != index_.end()) {
      rows_[found->second].waiting = event.waiting;
    }
    return;
  }
  ProgressRow& row = RowOf(event);
  --counts_[static_cast<std::size_t>(row.state_class)];
  if (event.started_ms != 0) {
    row.begin_ms = event.started_ms;
    row.end_ms = 0;
  } else if (Ended(row.state_class)) {
    row.begin_ms = event.time_ms;
    row.end_ms = 0;
  }
  row.type = event.node_type.empty() ? row.type : event.node_type;
  row.state = ShownState(row.type, event.state);
  row.state_class = Classify(row.state);
  row.next_try_ms = event.next_try_ms;
  ++counts_[static_cast<std::size_t>(row.state_class)];
  row.transition = event.transition;
  row.error_code = event.error_code;
  row.message = event.message;
  row.attempt = event.attempt;
  if (!Ended(row.state_class)) {
    return;
  }
  row.end_ms = event.time_ms;
  row.waiting.clear();
  const std::size_t number = index_[KeyOf(event)];
  if (row.state_class == StateClass::kOk) {
    last_done_ = row;
  } else {
    troubles_.push_back(number);
  }
  if (next_ > kKeepRows) {
    Trim(number);
  }
}

/// Drops the rows of ended nodes in a large job. Only the last kKeepTroubles nodes that did not end
/// OK keep their rows. `finished` is the number of the node that has just ended.
void ProgressModel::Trim(std::size_t finished) {
  const auto drop = [this](std::size_t number) {
    const auto row = rows_.find(number);
    if (row != rows_.end() && Ended(row->second.state_class)) {
      index_.erase(std::to_string(row->second.job).append("/").append(row->second.node));
      rows_.erase(row);
    }
  };
  const auto kept = [this](std::size_t number) {
    return std::find(troubles_.begin(), troubles_.end(), number) != troubles_.end();
  };
  while (troubles_.size() > kKeepTroubles) {
    const std::size_t oldest = troubles_.front();
    troubles_.erase(troubles_.begin());
    drop(oldest);
  }
  if (trimmed_) {
    if (!kept(finished)) {
      drop(finished);
    }
    return;
  }
  trimmed_ = true;
  for (std::size_t number = 0; number < next_; ++number) {
    if (!kept(number)) {
      drop(number);
    }
  }
}

}  // namespace hpdl::rt
