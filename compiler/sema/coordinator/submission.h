#ifndef HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/base/budget.h"
#include "compiler/sema/coordinator/check.h"
#include "compiler/sema/coordinator/known.h"
#include "compiler/sema/coordinator/texts.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/ground/calendar/time_zone.h"
#include "runtime/rules/coordinator/instances.h"

/// The checks that Oozie makes when a coordinator is submitted, and further checks. Each check
/// reports its errors. A text that depends on a property that is not given is not reported.
namespace hpdl::sema {

/// Finds parts of a coordinator by name, and keeps what was found out about them. There may be many
/// thousands of them, so each is looked at once.
struct Lookups {
  explicit Lookups(const hir::Coordinator& coordinator);

  std::unordered_map<std::string_view, const hir::Dataset*> datasets;
  /// The inputs by name. If two names are equal, the first event counts.
  std::unordered_map<std::string_view, const hir::DataEvent*> inputs;
  /// Names for hints, in the order of the definition.
  std::vector<std::string_view> dataset_names, input_names, output_names;
  /// The clocks of the zones that were looked up; nullopt: no zone has that name.
  std::map<std::string, std::optional<rt::TimeZone>> zones;
  /// The data sets of events; nullopt: some part of the data set is not known.
  std::unordered_map<const hir::Dataset*, std::optional<rt::Dataset>> known_datasets;
  Budget hints = HintBudget();
};

/// The inputs that all checks of a coordinator share.
struct Submission {
  const hir::Coordinator& coordinator;
  const KnownTexts& known;
  const SubmitOptions& options;
  const Reporter& reporter;
  Lookups& lookups;

  Range RangeOf(hir::ValueId id) const { return coordinator.values[id.index].range; }
};

/// The times at which the coordinator runs, as far as they are known.
struct Schedule {
  std::optional<std::int64_t> start, end;  ///< seconds since 1970
  std::optional<rt::TimeZone> zone;
  /// The nominal time of the first action, in seconds since 1970.
  std::optional<std::int64_t> first;
};

/// Reports properties whose names belong to constants of expressions (E0808).
void CheckPropertyNames(const SubmitOptions& options, const Reporter& reporter);
/// Checks times, zone, frequency and controls. Returns the times that are known.
Schedule CheckSchedule(const Submission& submission);
/// Checks each data set by itself. An error in a data set of an included file is reported at the
/// <include>.
void CheckDatasets(const Submission& submission);
/// Checks the names of events and of their data sets, instances, and ranges.
void CheckEvents(const Submission& submission, const Schedule& schedule);
/// Checks that the names in coord:dataIn and similar calls are names of events.
void CheckEventNames(const Submission& submission, std::span<const Call> calls);
void CheckInputLogic(const Submission& submission);

/// The hint for a word that is not in `names`: the text says which name was meant; the fix exists
/// if the file has the word at `place`, with or without quotes. HintFor() compares each word with
/// all names, so if there are very many words, the last ones get no hint.
struct NameHint {
  Message text;
  std::optional<Fix> fix;
};
NameHint HintFor(const Submission& submission, Range place, std::string_view word,
                 std::span<const std::string_view> names);

/// TimeOf() and ZoneOf() return the time (seconds since 1970) or the zone that a text says;
/// DatasetPeriodOf() returns the frequency of a data set. They report a text that says no time,
/// zone or frequency. They return nullopt after an error, and if the value is not known.
std::optional<std::int64_t> TimeOf(const Submission& submission, hir::ValueId id,
                                   std::string_view what);
std::optional<rt::TimeZone> ZoneOf(const Submission& submission, hir::ValueId id);
/// Returns the clocks of the zone of that name, without a report; nullopt: no zone has that name.
const std::optional<rt::TimeZone>& ZoneByName(const Submission& submission,
                                              const std::string& name);
std::optional<rt::Period> DatasetPeriodOf(const Submission& submission, hir::ValueId id);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_
