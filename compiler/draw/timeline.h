#ifndef HPDL_COMPILER_DRAW_TIMELINE_H_
#define HPDL_COMPILER_DRAW_TIMELINE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// The data of one event of a run.
struct TimelineData {
  std::string event;
  std::vector<std::string> uris;  ///< in the order in which the workflow gets them
  std::size_t left_out = 0;       ///< so many are missing before the last one
  std::string nothing;            ///< what is said if there are none
};

/// A time at which a coordinator starts its workflow.
struct TimelineRun {
  std::int64_t number = 0;  ///< from 1
  std::string time;         ///< "Sat 9 Mar 2024, 10:30 UTC"
  std::string clock;        ///< the same on the clocks of the place: "02:30 PST"; may be empty
  std::string since;        ///< the time since the run before it: "24 h"; empty for the first
  std::vector<TimelineData> inputs, outputs;
};

/// What a coordinator will do.
struct Timeline {
  std::string title;               ///< its name
  std::vector<std::string> about;  ///< lines of text: how often, from when to when
  std::string workflow;            ///< what it starts
  std::vector<TimelineRun> runs;
  std::string end;        ///< when it ends
  bool has_more = false;  ///< runs after these
};

/// A picture of it as an SVG document of its own, in light or dark colours: the runs one below the
/// other, their inputs to the left, their outputs to the right. Of many URIs of an event the first
/// and the last are shown, and all are in its tooltip.
std::string DrawTimeline(const Timeline& timeline);
/// The same in light colours as a PNG file.
Result<std::string> DrawTimelinePng(const Timeline& timeline);

/// The same as a graph for Graphviz, and as a Mermaid flowchart. Data with the same URIs is one
/// node: what one run writes and another one reads leads from one to the other.
std::string FormatTimelineDot(const Timeline& timeline);
std::string FormatTimelineMermaid(const Timeline& timeline);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_TIMELINE_H_
