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
#include "runtime/ground/base/time_zone.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/rules/coordinator/instances.h"

/// The checks that Oozie makes when a coordinator is submitted, and what can be known besides. Each
/// reports; none says anything of what depends on properties that are not given.
namespace hpdl::sema {

/// Things of a coordinator by their names, and what was found out of them: there may be many
/// thousands, and each is looked at once.
struct Lookups {
  explicit Lookups(const hir::Coordinator& coordinator);

  std::unordered_map<std::string_view, const hir::Dataset*> datasets;
  std::unordered_map<std::string_view, const hir::DataEvent*> inputs;  ///< of two the first
  /// For hints, in the order of the definition.
  std::vector<std::string_view> dataset_names, input_names, output_names;
  /// The clocks of the zones that were looked up; nothing: there is no zone of that name.
  std::map<std::string, std::optional<rt::TimeZone>> zones;
  /// The data sets that events are of, if all of them is known.
  std::unordered_map<const hir::Dataset*, std::optional<rt::Dataset>> known_datasets;
  Budget hints = HintBudget();
};

/// What the checks of a coordinator share.
struct Submission {
  const hir::Coordinator& coordinator;
  const KnownTexts& known;
  const SubmitOptions& options;
  const Reporter& reporter;
  Lookups& lookups;

  Range RangeOf(hir::ValueId id) const { return coordinator.values[id.index].range; }
};

/// When it runs, as far as that is known.
struct Schedule {
  std::optional<std::int64_t> start, end;  ///< seconds since 1970
  std::optional<rt::TimeZone> zone;
  std::optional<std::int64_t> first;  ///< the nominal time of the first action
};

/// E0808: names that no property may have, since texts have them.
void CheckPropertyNames(const SubmitOptions& options, const Reporter& reporter);
/// Times, zone, frequency and controls.
Schedule CheckSchedule(const Submission& submission);
/// Data sets, each by itself. Of one of an included file the place is the <include>.
void CheckDatasets(const Submission& submission);
/// Names of events and of their data sets; instances; ranges.
void CheckEvents(const Submission& submission, const Schedule& schedule);
/// What coord:dataIn and the like name.
void CheckEventNames(const Submission& submission, std::span<const Call> calls);
void CheckInputLogic(const Submission& submission);

/// What is said of a word that is none of `names`: which one was meant, and the correction if the
/// file has the word as it is at `place`, with or without quotes. Each is compared with all names,
/// so that of very many words the last ones have no hint.
struct NameHint {
  Message text;
  std::optional<Fix> fix;
};
NameHint HintFor(const Submission& submission, Range place, std::string_view word,
                 std::span<const std::string_view> names);

/// The values of texts that say a time, a zone, and how often a data set is there anew; each
/// reports what is none. Nothing also while it is not known.
std::optional<std::int64_t> TimeOf(const Submission& submission, hir::ValueId id,
                                   std::string_view what);
std::optional<rt::TimeZone> ZoneOf(const Submission& submission, hir::ValueId id);
/// The same of a name, without a report.
const std::optional<rt::TimeZone>& ZoneByName(const Submission& submission,
                                              const std::string& name);
std::optional<rt::Period> DatasetPeriodOf(const Submission& submission, hir::ValueId id);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_SUBMISSION_H_
