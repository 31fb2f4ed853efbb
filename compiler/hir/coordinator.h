#ifndef HPDL_COMPILER_HIR_COORDINATOR_H_
#define HPDL_COMPILER_HIR_COORDINATOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/hir/hir.h"

/// A checked coordinator and a checked bundle. Value::environment is the phase that evaluates a
/// text. Every text may contain properties that are given when a job is submitted.
namespace hpdl::hir {

using hpdl::LogicKind;

/// A data set: the template of its URIs and the times of its instances.
struct Dataset {
  std::string name;
  ValueId frequency, initial_instance, timezone;
  ValueId uri_template;  ///< the value still contains `${YEAR}` to `${MINUTE}`
  ValueId done_flag;     ///< invalid if its text is missing; the done-flag is then _SUCCESS
  Range range;           ///< the start tag, or the <include> of the data set's file
  bool included = false;
};

/// The text with which an event selects instances of a data set.
struct Instance {
  /// The text, evaluated when an action is made. In a range, the value of each function of
  /// instances is its call, such as `coord:current(-1)`. Otherwise only the value of a function
  /// that waits for data (coord:latest, coord:future) is its call.
  ValueId text;
  bool waits = false;  ///< true if the text is a call that waits for data
  Range range;
};

/// A <data-in> or <data-out> element.
struct DataEvent {
  std::string name;
  ValueId dataset;                  ///< the name of the data set
  std::vector<Instance> instances;  ///< a range has two instances, the first and the last
  bool is_range = false;
  bool nocleanup = false;  ///< true for a data-out whose data is not deleted by a rerun
  Range range;
};

/// An element of the input logic. The elements are stored in preorder.
struct Logic {
  LogicKind kind = LogicKind::kDataIn;
  /// Index one past the last element inside this element, in the same vector.
  std::uint32_t end = 0;
  ValueId name, min, wait;  ///< an id is invalid if its text is missing
  ValueId dataset;          ///< for kDataIn: the name of an event
  Range range;
};

/// A property that a job gets when it starts.
struct GivenProperty {
  ValueId name;
  ValueId value;
};

/// The SLA element at the end of an <action>. It has one of two versions,
/// stdlib::control::kSla01Decl or kSla02Decl.
struct Sla {
  stdlib::Version version = 0;  ///< 0 if there is no SLA element
  std::vector<Arg> args;        ///< in preorder, without the root
};

/// A checked coordinator-app.
struct Coordinator : Definition {
  ValueId frequency, start, end, timezone;
  ValueId timeout, concurrency, execution, throttle;  ///< an id is invalid if its text is missing
  /// The texts of the <include> elements whose files were not available.
  std::vector<ValueId> includes;
  std::vector<Dataset> datasets;  ///< with the data sets of included files; names are unique
  std::vector<DataEvent> inputs, outputs;
  std::vector<Logic> logic;  ///< empty if an action needs all inputs
  ValueId app_path;
  std::vector<GivenProperty> configuration;
  Sla sla;
  /// Index into Program.workflows of the workflow that the actions start. It is nullopt if the
  /// workflow is not compiled in.
  std::optional<std::uint32_t> workflow;
};

/// A coordinator of a bundle.
struct BundleCoordinator {
  ValueId name, app_path;
  ValueId critical, enabled;  ///< an id is invalid if its text is missing
  std::vector<GivenProperty> configuration;
  Range range;
  /// Index into Program.coordinators, or nullopt if the coordinator is not compiled in.
  std::optional<std::uint32_t> coordinator;
};

/// A checked bundle-app.
struct Bundle : Definition {
  ValueId kick_off_time;  ///< invalid if its text is missing
  std::vector<BundleCoordinator> coordinators;
};

/// Print() returns the text that `hpdlc emit --hir` prints. Verify() aborts with a message if the
/// tables contradict each other.
std::string Print(const Coordinator& coordinator);
std::string Print(const Bundle& bundle);
void Verify(const Coordinator& coordinator);
void Verify(const Bundle& bundle);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_COORDINATOR_H_
