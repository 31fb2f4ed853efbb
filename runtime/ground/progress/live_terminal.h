#ifndef HPDL_RUNTIME_GROUND_PROGRESS_LIVE_TERMINAL_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_LIVE_TERMINAL_H_

#include <cstdint>
#include <string>

#include "runtime/ground/progress/line_screen.h"
#include "runtime/ground/progress/model.h"

namespace hpdl::rt {

/// True if `fd` is a terminal that, according to $TERM, can redraw lines.
bool CanShowFrames(int fd);

/// Shows the progress of a job on a terminal by redrawing lines. The functions return the bytes for
/// the terminal, and the caller sends them.
class LiveTerminal {
 public:
  /// `fd` is the terminal; -1 in tests. The class reads the terminal's size and foreground process
  /// group.
  LiveTerminal(ProgressSetup setup, int fd);

  void Apply(const ProgressEvent& event);
  /// Returns the bytes of the current frame. Returns "" if nothing has changed or if the terminal
  /// cannot take bytes at present.
  std::string Tick(std::int64_t now_ms);
  /// Returns the bytes of the last frame, which stays on the terminal. `job_state` is the job's
  /// state.
  std::string Last(std::string job_state, std::int64_t now_ms);
  /// Returns the milliseconds to the next Tick(). After an event, ticks are more frequent, because
  /// frames then show tenths of seconds.
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
