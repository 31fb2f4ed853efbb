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

/// Requests to a coordinator or a bundle.
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
  /// For a rerun of a bundle, the names of coordinators, separated by commas.
  std::string coordinators;
  bool refresh = false, nocleanup = false, failed = false;  ///< options of a rerun
  /// The text of the change, such as `endtime=..;pausetime=..` for kChange and `sla-should-end=..`
  /// for kSlaChange.
  std::string value;
  std::string program;  ///< the path of the new program for kUpdate
  /// Properties as the text of a Java properties file. For kUpdate, these are the new properties of
  /// the job. For kRerun, these are properties for the workflows.
  std::string properties;

  bool operator==(const CoordinatorRequest&) const = default;

  /// Returns the request as a text for a mailbox. Each member that is set becomes one line.
  std::string ToText() const;
};

/// Returns the name of a request about agreements (SLA), such as `sla-enable`. Returns "" if the
/// request is not about agreements.
std::string_view SlaWordOf(CoordinatorRequest::Verb verb);

/// The code of an error after which the request must be carried out again later, because a check of
/// paths has not ended.
inline constexpr const char* kAskAgain = "ASK_AGAIN";

/// Reads a text that ToText() has made. Returns no value if the text has a different form.
std::optional<CoordinatorRequest> ReadCoordinatorRequest(std::string_view text);

/// Returns the texts of several requests as one text.
std::string RequestsText(const std::vector<CoordinatorRequest>& requests);
/// Reads a text that RequestsText() has made. Returns no value if the text has a different form.
std::optional<std::vector<CoordinatorRequest>> ReadRequests(std::string_view text);

/// Reads the pairs of `endtime=..;concurrency=..`; keys become lower case. Returns E1015 if a pair
/// is malformed or if a key is unknown or repeated. Also returns E1015 if the value of a key other
/// than pausetime is empty.
Result<std::vector<std::pair<std::string, std::string>>> ReadChange(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_REQUEST_H_
