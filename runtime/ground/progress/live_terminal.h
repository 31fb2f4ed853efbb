#ifndef HPDL_RUNTIME_GROUND_PROGRESS_LIVE_TERMINAL_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_LIVE_TERMINAL_H_

#include <cstdint>
#include <string>

#include "runtime/ground/progress/line_screen.h"
#include "runtime/ground/progress/model.h"

namespace hpdl::rt {

/// Whether `fd` is a terminal that can redraw lines, by $TERM.
bool CanShowFrames(int fd);

/// A job as redrawn lines on a terminal. What is to be sent there is given to the caller.
class LiveTerminal {
 public:
  /// `fd`: of the terminal, to be asked for its size and who writes to it; -1 in tests.
  LiveTerminal(ProgressSetup setup, int fd);

  void Apply(const ProgressEvent& event);
  /// The frame of now; empty if nothing has changed, or nothing may be written now.
  std::string Tick(std::int64_t now_ms);
  /// The frame that stays, of a job that is in `job_state`.
  std::string Last(std::string job_state, std::int64_t now_ms);
  /// Milliseconds to the next Tick: tenths of seconds are shown while there is news.
  std::int64_t NextTick() const;
  const ProgressSetup& setup() const { return model_.setup(); }

 private:
  bool Writable() const;
  std::string Draw(std::int64_t now_ms);

  ProgressModel model_;
  const int fd_;
  FrameStyle style_;
  LineScreen screen_;
  std::int64_t last_tick_ms_ = 0, last_event_ms_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_LIVE_TERMINAL_H_
