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

/// Requests to a coordinator or a bundle, and the texts that name actions.
namespace hpdl::rt {

struct CoordinatorRequest {
  enum class Verb : std::uint8_t {
    kStart,  ///< starts a bundle before its kick-off
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
    kAction,  ///< selects actions by their numbers
    kDate,    ///< selects actions by their nominal times
  };
  Verb verb = Verb::kSuspend;
  std::string job;
  Scope scope = Scope::kAll;
  /// The actions in the syntax of the scope: `1,3-5`, `2024-01-01T00:00Z::..`.
  std::string actions;
  /// Rerun of a bundle: the names of coordinators, separated by commas.
  std::string coordinators;
  bool refresh = false, nocleanup = false, failed = false;  ///< options of a rerun
  /// kChange: `endtime=..;pausetime=..`. kSlaChange: `sla-should-end=..`.
  std::string value;
  std::string program;  ///< kUpdate: the path of the new program
  /// Properties as Java properties text. kUpdate: the new properties of the job. kRerun: the
  /// properties for the workflows.
  std::string properties;

  bool operator==(const CoordinatorRequest&) const = default;

  /// The text in a mailbox: one line for each member that is set.
  std::string ToText() const;
};

/// The word of a request about agreements (SLA): `sla-enable`. "": the request is not about
/// agreements.
std::string_view SlaWordOf(CoordinatorRequest::Verb verb);

/// The code of an error that is not a refusal. The request stays open until the world has answered.
inline constexpr const char* kAskAgain = "ASK_AGAIN";

/// Reads a text of ToText(). No value: the text has another form.
std::optional<CoordinatorRequest> ReadCoordinatorRequest(std::string_view text);

/// The text of several requests, one after another.
std::string RequestsText(const std::vector<CoordinatorRequest>& requests);
/// Reads a text of RequestsText(). No value: the text has another form.
std::optional<std::vector<CoordinatorRequest>> ReadRequests(std::string_view text);

/// Reads the pairs of `endtime=..;concurrency=..`; keys become lower case. E1015: a malformed pair,
/// an unknown key, a repeated key, or an empty value of a key other than pausetime.
Result<std::vector<std::pair<std::string, std::string>>> ReadChange(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_REQUEST_H_
