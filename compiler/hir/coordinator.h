#ifndef HPDL_COMPILER_HIR_COORDINATOR_H_
#define HPDL_COMPILER_HIR_COORDINATOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/hir/hir.h"

/// A coordinator and a bundle, checked. Each text is a value of its phase (Value::environment):
/// properties that are given when a job is submitted may be in any of them.
namespace hpdl::hir {

using hpdl::LogicKind;

/// A data set: URIs that come again.
struct Dataset {
  std::string name;
  ValueId frequency, initial_instance, timezone;
  ValueId uri_template;  ///< `${YEAR}` to `${MINUTE}` stay in its value
  ValueId done_flag;     ///< invalid: none is written, so that _SUCCESS counts
  Range range;           ///< the start tag, or the <include> of its file
  bool included = false;
};

/// A text that says which instances of a data set an event means.
struct Instance {
  ValueId text;  ///< when an action is made; the text itself while that has to wait
  /// The same when data is looked for, if `text` has a function that waits for data (coord:latest,
  /// coord:future); else invalid.
  ValueId deferred;
  /// The one call that the text is, in the phase of `text`, and its arguments, of the types that it
  /// takes. Null if the text is anything else, such as a time.
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<ValueId> arguments;
  Range range;
};

/// A data-in or data-out.
struct DataEvent {
  std::string name;
  ValueId dataset;                  ///< its name
  std::vector<Instance> instances;  ///< of a range: the first and the last
  bool is_range = false;
  bool nocleanup = false;  ///< data-out: a rerun deletes nothing
  Range range;
};

/// An element of the input logic, in preorder.
struct Logic {
  LogicKind kind = LogicKind::kDataIn;
  std::uint32_t end = 0;    ///< index one past the last one in it, in the same vector
  ValueId name, min, wait;  ///< invalid: not written
  ValueId dataset;          ///< kDataIn: the name of an event
  Range range;
};

/// A property that a job is started with.
struct GivenProperty {
  ValueId name;
  ValueId value;
};

/// The last element of an action, in one of the two versions (stdlib::control::kSla01Decl,
/// kSla02Decl).
struct Sla {
  stdlib::Version version = 0;  ///< 0: there is none
  std::vector<Arg> args;        ///< preorder, without the root
};

/// A coordinator-app, checked.
struct Coordinator : Definition {
  ValueId frequency, start, end, timezone;
  ValueId timeout, concurrency, execution, throttle;  ///< invalid: not written
  std::vector<ValueId> includes;                      ///< files that were not at hand
  std::vector<Dataset> datasets;  ///< those of included files too; names are unique
  std::vector<DataEvent> inputs, outputs;
  std::vector<Logic> logic;  ///< empty: all inputs are wanted
  ValueId app_path;
  std::vector<GivenProperty> configuration;
  Sla sla;
  /// The files that were at hand, whose data sets are among these; not owned.
  std::vector<const SourceBuffer*> included;
  /// Index into Program.workflows: what its actions start; nothing if that is not compiled in.
  std::optional<std::uint32_t> workflow;
};

/// A coordinator of a bundle.
struct BundleCoordinator {
  ValueId name, app_path;
  ValueId critical, enabled;  ///< invalid: not written
  std::vector<GivenProperty> configuration;
  Range range;
  /// Index into Program.coordinators; nothing if it is not compiled in.
  std::optional<std::uint32_t> coordinator;
};

/// A bundle-app, checked.
struct Bundle : Definition {
  ValueId kick_off_time;  ///< invalid: not written
  std::vector<BundleCoordinator> coordinators;
};

/// As Print() and Verify() of a workflow.
std::string Print(const Coordinator& coordinator);
std::string Print(const Bundle& bundle);
void Verify(const Coordinator& coordinator);
void Verify(const Bundle& bundle);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_COORDINATOR_H_
