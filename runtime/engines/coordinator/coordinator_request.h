#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_REQUEST_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_REQUEST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/action_ranges.h"

/// What is asked of a coordinator or a bundle, and the texts in which actions are named.
namespace hpdl::rt {

struct CoordinatorRequest {
  enum class Verb : std::uint8_t {
    kStart,  ///< of a bundle, before its kick-off
    kSuspend,
    kResume,
    kKill,
    kRerun,
    kChange,
    kIgnore,
    kUpdate,
    kSlaEnable,
    kSlaDisable,
    kSlaChange,
  };
  enum class Scope : std::uint8_t {
    kAll,
    kAction,  ///< numbers
    kDate,    ///< nominal times
  };
  Verb verb = Verb::kSuspend;
  std::string job;
  Scope scope = Scope::kAll;
  std::string actions;       ///< of the scope, as written: `1,3-5`, `2024-01-01T00:00Z::..`
  std::string coordinators;  ///< rerun of a bundle: names with commas between
  bool refresh = false, nocleanup = false, failed = false;  ///< rerun
  /// change: `endtime=..;pausetime=..`; kSlaChange: `sla-should-end=..`.
  std::string value;
  std::string program;  ///< update: the path of the program from now on
  /// As Java properties text. Update: the job's from now on. Rerun: for the workflows.
  std::string properties;

  bool operator==(const CoordinatorRequest&) const = default;

  /// The form in a mailbox: a line for each member that is set.
  std::string ToText() const;
};

/// Whether it is about agreements (SLA), and its word: `sla-enable`; "": it is not.
std::string_view SlaWordOf(CoordinatorRequest::Verb verb);

/// The code of an error that is no refusal: the request stays open until the world has answered.
inline constexpr const char* kAskAgain = "ASK_AGAIN";

/// Nothing: the text is none of ToText().
std::optional<CoordinatorRequest> ReadCoordinatorRequest(std::string_view text);

/// The form of several in a row: one after another.
std::string RequestsText(const std::vector<CoordinatorRequest>& requests);
/// Nothing: the text is none of RequestsText().
std::optional<std::vector<CoordinatorRequest>> ReadRequests(std::string_view text);

/// The pairs of `endtime=..;concurrency=..`, keys in small letters. E1015 for what is none, for an
/// unknown key, one that is given twice, and an empty value but of pausetime.
Result<std::vector<std::pair<std::string, std::string>>> ReadChange(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_REQUEST_H_
