#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCHER_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCHER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/programs/program/progress.h"

namespace hpdl::rt {

/// Passes events on to a view. Remembers the facts that are needed at the end of the run: whether
/// anything happened, and the nodes that did not end OK. For a large job it would take long to read
/// these facts from the journal.
class Watcher final : public ProgressSink {
 public:
  /// `begun`, if not null, is called once, at the first event.
  explicit Watcher(ProgressView* view, std::function<void()> begun = {})
      : view_(view), begun_(std::move(begun)) {}
  void OnEvent(const ProgressEvent& event) override;
  void OnTick(std::int64_t now_ms) override { view_->OnTick(now_ms); }
  std::optional<std::int64_t> NextTick() const override { return view_->NextTick(); }

  void OnUndelivered(std::int64_t waiting, std::int64_t given_up) override {
    waiting_ = waiting;
    given_up_ = given_up;
  }

  void OnDetached(int signal) override { detached_by_ = signal; }
  void OnParked() override { parked_ = true; }

  bool started() const { return started_; }
  /// The signal that ended the engine but not the job; 0: no signal.
  int detached_by() const { return detached_by_; }
  /// True if the engine has parked the job and ended: the job has nothing to do except wait.
  bool parked() const { return parked_; }
  /// The number of notifications that are still to be sent, and the number that were given up.
  std::int64_t waiting() const { return waiting_; }
  std::int64_t given_up() const { return given_up_; }
  /// Returns the nodes that did not end OK, in the order of their jobs and names. Returns only the
  /// first kMost nodes.
  std::vector<NodeRow> Troubles() const;

 private:
  static constexpr std::size_t kMost = 1000;
  ProgressView* view_;
  const std::function<void()> begun_;
  bool started_ = false;
  int detached_by_ = 0;
  bool parked_ = false;
  std::int64_t waiting_ = 0, given_up_ = 0;
  std::map<std::pair<std::int64_t, std::string>, NodeRow> troubles_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCHER_H_
