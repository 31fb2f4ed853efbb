#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Encodes the input and output data of a coordinator's action as a text for its
/// CoordinatorActionRow. Encodes the missing data in the form that Oozie shows.
namespace hpdl::rt {

/// The data of one data-in or data-out of an action.
struct EventData {
  std::string name;     ///< the event's name
  std::string dataset;  ///< the name of the event's data set
  /// The done flag, a path below each URI. The data of a URI is complete once this path exists. If
  /// the done flag is empty, the data is complete once the URI itself exists.
  std::string done_flag;
  /// The URIs, in the order in which the workflow gets them.
  std::vector<std::string> uris;
  /// The calls that wait for data, such as `${coord:latest(0)}`.
  std::vector<std::string> deferred;
  std::string uri_template;        ///< the data set's URI template; "" if `deferred` is empty
  std::vector<std::string> found;  ///< the URIs that the calls in `deferred` stand for; empty until
                                   ///< all these URIs are found
  bool nocleanup = false;          ///< for a data-out: a rerun does not delete the data

  bool operator==(const EventData&) const = default;
};

/// Returns a text for a CoordinatorActionRow: one line for each member of each event. Returns "" if
/// there are no events.
std::string EncodeData(const std::vector<EventData>& events);
/// Reads a text that EncodeData() has returned. Returns nullopt if the text does not have that
/// form.
std::optional<std::vector<EventData>> DecodeData(std::string_view text);

/// Returns the parts as one text, with `between` between them.
std::string Joined(const std::vector<std::string>& parts, std::string_view between);

/// Returns the path whose existence shows that the data of a URI is complete. This path is the done
/// flag below the URI, or the URI itself if there is no done flag.
std::string DonePath(std::string_view uri, std::string_view done_flag);

/// The value of CoordinatorActionRow::missing, in the form `uri#uri!!${coord:latest(0)}`.
struct MissingData {
  /// The paths that do not exist yet. Each path includes the done flag.
  std::vector<std::string> paths;
  /// For each event: its calls that wait for data, with `#` between the calls.
  std::vector<std::string> deferred;
  /// True if the coordinator has an input logic. Then a `#` also follows the last path.
  bool by_logic = false;

  std::string ToText() const;
  static MissingData Of(std::string_view text);
  bool empty() const { return paths.empty() && deferred.empty(); }
  bool operator==(const MissingData&) const = default;
};
/// Returns a mark: a placeholder for the data of an event or of an element of the input logic. A
/// text contains the mark until the data is found. The characters of a mark occur in no other text.
std::string MarkOfData(std::string_view name);
bool HasMarkOfData(std::string_view text);
/// Returns `text` with each mark replaced by the text that `of` returns for the mark's name.
std::string WithoutMarks(std::string_view text,
                         const std::function<std::string(std::string_view name)>& of);

/// Returns the missing data of a new action: all data of its inputs, because no data was found yet.
MissingData MissingOf(const std::vector<EventData>& inputs);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_
