#ifndef HPDL_RUNTIME_GROUND_PROGRESS_MODEL_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_MODEL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/ground/progress/event.h"
#include "runtime/ground/progress/state_class.h"

namespace hpdl::rt {

/// The data about a job that a view has before the first event.
struct ProgressSetup {
  std::string job_id;
  std::string app_name;
  std::size_t nodes = 0;  ///< nodes of the root workflow; 0: unknown
  std::int64_t begin_ms = 0;
  /// The program and, if it was given, the option --state, as the user typed them. Hints to the
  /// user contain this text.
  std::string program;
};

/// One node as the live view shows it.
struct ProgressRow {
  std::int64_t job = 0;
  std::string node, type, state, waiting, error_code, message, transition;
  StateClass state_class = StateClass::kWaiting;
  std::uint32_t attempt = 0;
  std::int64_t begin_ms = 0, end_ms = 0;
  std::int64_t next_try_ms = 0;  ///< time of the next automatic retry; 0: no retry
};

/// The state of a job according to the events so far. In a job of up to kKeepRows nodes, each node
/// keeps its row. In a larger job, only unfinished nodes and the last kKeepTroubles nodes that did
/// not end OK keep their rows. So 10,000 branches need little memory and little time to draw.
class ProgressModel {
 public:
  static constexpr std::size_t kKeepRows = 200;
  static constexpr std::size_t kKeepTroubles = 8;

  explicit ProgressModel(ProgressSetup setup) : setup_(std::move(setup)) {}
  void Apply(const ProgressEvent& event);

  const ProgressSetup& setup() const { return setup_; }
  const std::string& job_state() const { return job_state_; }
  /// Returns all rows, in the order in which their nodes first appeared.
  const std::map<std::size_t, ProgressRow>& rows() const { return rows_; }
  /// True if every node that has appeared has a row.
  bool complete() const { return !trimmed_; }
  std::size_t Count(StateClass state_class) const {
    return counts_[static_cast<std::size_t>(state_class)];
  }
  /// Returns the last node that ended OK. If complete() is false, this node may have no row in
  /// rows(), so views show it separately.
  const ProgressRow& last_done() const { return last_done_; }
  /// Returns the number of changes so far. A view redraws if the number has changed.
  std::uint64_t version() const { return version_; }

 private:
  ProgressRow& RowOf(const ProgressEvent& event);
  void Trim(std::size_t finished);

  ProgressSetup setup_;
  std::string job_state_;
  std::map<std::size_t, ProgressRow> rows_;
  std::unordered_map<std::string, std::size_t> index_;
  std::array<std::size_t, 6> counts_{};
  std::vector<std::size_t> troubles_;
  ProgressRow last_done_;
  std::size_t next_ = 0;
  bool trimmed_ = false;
  std::uint64_t version_ = 0;
};

/// Returns "next try at 12:00:09, in 8s", or "next try now" if the time has come, or "" if
/// `next_try_ms` is 0.
std::string NextTryText(std::int64_t next_try_ms, std::int64_t now_ms);

/// The settings for drawing a frame: the lines that show the progress at one moment.
struct FrameStyle {
  std::size_t width = 80;
  std::size_t height = 24;
  bool utf8 = true;
  bool colour = true;
  std::int64_t now_ms = 0;
  bool last = false;  ///< true for the last frame, which stays on the terminal
};

/// Returns the frame as at most `height` - 1 lines of at most `width` - 1 columns.
std::vector<std::string> RenderFrame(const ProgressModel& model, const FrameStyle& style);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_MODEL_H_
