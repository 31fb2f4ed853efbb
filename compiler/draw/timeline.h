#ifndef HPDL_COMPILER_DRAW_TIMELINE_H_
#define HPDL_COMPILER_DRAW_TIMELINE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// The instances of one data-in or data-out of a run.
struct TimelineData {
  std::string event;
  std::vector<std::string> uris;  ///< the URIs in the order in which the workflow gets them
  std::size_t left_out = 0;       ///< the number of URIs missing before the last URI of `uris`
  std::string nothing;            ///< the text to show if there are no URIs
};

/// A time at which a coordinator starts its workflow.
struct TimelineRun {
  std::int64_t number = 0;  ///< the number of the run, from 1
  std::string time;         ///< for example "Sat 9 Mar 2024, 10:30 UTC"
  std::string clock;        ///< the local time, for example "02:30 PST"; may be empty
  /// The time since the previous run, for example "24 h"; empty for the first run.
  std::string since;
  std::vector<TimelineData> inputs, outputs;
};

/// The future runs of a coordinator.
struct Timeline {
  std::string title;               ///< the name of the coordinator
  std::vector<std::string> about;  ///< lines of text: the frequency, the start and the end
  std::string workflow;            ///< the workflow that the coordinator starts
  std::vector<TimelineRun> runs;
  std::string end;        ///< a text about the end of the coordinator
  bool has_more = false;  ///< true if runs follow after `runs`
};

/// Draws the timeline as an SVG document in light or dark colours. The runs are one below the
/// other, with their inputs to the left and their outputs to the right. If an event has many URIs,
/// the picture shows the first and the last URI, and the tooltip shows all URIs.
std::string DrawTimeline(const Timeline& timeline);
/// Draws the timeline in light colours as a PNG file.
Result<std::string> DrawTimelinePng(const Timeline& timeline);

/// Return the timeline as a Graphviz graph and as a Mermaid flowchart. Data with the same URIs is
/// one node, so the output of one run leads to the run that reads it.
std::string FormatTimelineDot(const Timeline& timeline);
std::string FormatTimelineMermaid(const Timeline& timeline);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_TIMELINE_H_
