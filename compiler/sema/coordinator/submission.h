#ifndef HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/sema/coordinator/check.h"
#include "compiler/sema/coordinator/known.h"
#include "compiler/sema/coordinator/lookups.h"
#include "compiler/sema/coordinator/texts.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/ground/calendar/time_zone.h"
#include "runtime/rules/coordinator/instances.h"

/// The checks that Oozie makes when a coordinator is submitted, and further checks. Each check
/// reports its errors. A text that depends on an unknown property is not checked.
namespace hpdl::sema {

/// The inputs that all checks of a coordinator share.
struct Submission {
  const hir::Coordinator& coordinator;
  const KnownTexts& known;
  const SubmitOptions& options;
  const Reporter& reporter;
  Lookups& lookups;
  const TextLowering& texts;
  const KnownTexts& known_bounds;  ///< evaluates texts.bounds()

  /// Returns the known value of an instance as a bound of a range (TextLowering::BoundOf).
  KnownText BoundOf(const hir::Instance& instance) const {
    return known_bounds.Of(texts.BoundOf(instance));
  }
  Range RangeOf(hir::ValueId id) const { return coordinator.values[id.index].range; }
};

/// The known times of a coordinator.
struct Schedule {
  std::optional<std::int64_t> start, end;  ///< seconds since 1970
  std::optional<rt::TimeZone> zone;
  /// The nominal time of the first action, in seconds since 1970.
  std::optional<std::int64_t> first;
};

/// Checks times, zone, frequency and controls. Returns the times that are known.
Schedule CheckSchedule(const Submission& submission);
/// Checks the data sets one by one. An error in a data set of an included file is reported at the
/// <include>.
void CheckDatasets(const Submission& submission);
/// Checks the events: their names, the names of their data sets, their instances and their ranges.
void CheckEvents(const Submission& submission, const Schedule& schedule);
/// Returns the bound that an instance means: one end of a range, or a single instance such as
/// current(-1). Returns nullopt if the text is not known, or if it is no call of a function that
/// can be a bound. Returns nullopt also if the arguments are wrong, which CheckEvents() reports.
std::optional<rt::InstanceBound> KnownBoundOf(const Submission& submission,
                                              const hir::Instance& instance);
/// Checks that the names in coord:dataIn and similar functions are names of events.
void CheckEventNames(const Submission& submission, std::span<const Call> calls);
void CheckInputLogic(const Submission& submission);

/// The hint "did you mean" for a wrong name. `text` contains the name that the author probably
/// meant. `fix` corrects the name in the file.
struct NameHint {
  Message text;
  std::optional<Fix> fix;
};
/// Returns the hint for `word`, which is not in `names`. The hint has a fix only if the file has
/// the word at `place`, with or without quotes. Compares `word` with all names, so after very many
/// calls the function gives no more hints.
NameHint HintFor(const Submission& submission, Range place, std::string_view word,
                 std::span<const std::string_view> names);

/// Each function reads the text of a value: TimeOf() as a time in seconds since 1970, ZoneOf() as a
/// time zone, and DatasetPeriodOf() as the frequency of a data set. Reports a text that does not
/// have this form, and then returns nullopt. Also returns nullopt if the value is not known.
std::optional<std::int64_t> TimeOf(const Submission& submission, hir::ValueId id,
                                   std::string_view what);
std::optional<rt::TimeZone> ZoneOf(const Submission& submission, hir::ValueId id);
/// Returns the zone with that name, or nullopt if no zone has that name. Reports nothing.
const std::optional<rt::TimeZone>& ZoneByName(const Submission& submission,
                                              const std::string& name);
std::optional<rt::Period> DatasetPeriodOf(const Submission& submission, hir::ValueId id);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_
