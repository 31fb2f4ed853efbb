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

/// What a view knows of the job before its first event.
struct ProgressSetup {
  std::string job_id;
  std::string app_name;
  std::size_t nodes = 0;  ///< of the root workflow; 0: unknown
  std::int64_t begin_ms = 0;
  std::string program;  ///< as the user typed it, with --state if that was given: for hints
};

/// One node as the live view shows it.
struct ProgressRow {
  std::int64_t job = 0;
  std::string node, type, state, waiting, error_code, message, transition;
  StateClass state_class = StateClass::kWaiting;
  std::uint32_t attempt = 0;
  std::int64_t begin_ms = 0, end_ms = 0;
  std::int64_t next_try_ms = 0;  ///< when an automatic retry is due; 0: none
};

/// What is known from the events so far. Small jobs keep a row for every node; past kKeepRows only
/// unfinished nodes and the latest troubles have one, so that 10,000 branches cost neither memory
/// nor time to draw.
class ProgressModel {
 public:
  static constexpr std::size_t kKeepRows = 200;
  static constexpr std::size_t kKeepTroubles = 8;

  explicit ProgressModel(ProgressSetup setup) : setup_(std::move(setup)) {}
  void Apply(const ProgressEvent& event);

  const ProgressSetup& setup() const { return setup_; }
  const std::string& job_state() const { return job_state_; }
  /// Every row that is kept, in order of first appearance.
  const std::map<std::size_t, ProgressRow>& rows() const { return rows_; }
  /// The kept rows are all nodes that have appeared.
  bool complete() const { return !trimmed_; }
  std::size_t Count(StateClass state_class) const {
    return counts_[static_cast<std::size_t>(state_class)];
  }
  /// The last node that ended OK, for jobs of which not all rows are kept.
  const ProgressRow& last_done() const { return last_done_; }
  /// Number of changes so far; a view redraws when it has moved.
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

/// "next try at 12:00:09, in 8s"; "next try now" when its time has come; "" for 0.
std::string NextTryText(std::int64_t next_try_ms, std::int64_t now_ms);

/// How a frame may look.
struct FrameStyle {
  std::size_t width = 80;
  std::size_t height = 24;
  bool utf8 = true;
  bool colour = true;
  std::int64_t now_ms = 0;
  bool last = false;  ///< the frame that stays
};

/// The frame as lines of at most `width` - 1 columns, at most `height` - 1 of them.
std::vector<std::string> RenderFrame(const ProgressModel& model, const FrameStyle& style);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_MODEL_H_
