#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The data of an action as its row keeps it, and what is missing of it as Oozie shows it.
namespace hpdl::rt {

/// The data of one event of an action, found out when the action was made.
struct EventData {
  std::string name;     ///< of the event
  std::string dataset;  ///< the name of its data set
  /// What has to be below each URI for its data to be complete; "": the URI is enough.
  std::string done_flag;
  /// In the order in which the workflow gets them.
  std::vector<std::string> uris;
  /// Calls that wait for data: `${coord:latest(0)}`.
  std::vector<std::string> deferred;
  std::string uri_template;        ///< of the data set; only if some are deferred
  std::vector<std::string> found;  ///< the URIs that the calls came to, once all did
  bool nocleanup = false;          ///< data-out: a rerun deletes nothing

  bool operator==(const EventData&) const = default;
};

/// The form in rows: a line for each member, "" for no event.
std::string EncodeData(const std::vector<EventData>& events);
/// Nothing: the text is none of EncodeData().
std::optional<std::vector<EventData>> DecodeData(std::string_view text);

/// The texts with `between` between them.
std::string Joined(const std::vector<std::string>& parts, std::string_view between);

/// What has to be there for a URI to be complete.
std::string DonePath(std::string_view uri, std::string_view done_flag);

/// Of CoordinatorActionRow::missing, `uri#uri!!${coord:latest(0)}`.
struct MissingData {
  std::vector<std::string> paths;     ///< with the done flag
  std::vector<std::string> deferred;  ///< one text for each event that has some, `#` between calls
  bool by_logic = false;              ///< there is an input logic: each path has a `#` behind it

  std::string ToText() const;
  static MissingData Of(std::string_view text);
  bool empty() const { return paths.empty() && deferred.empty(); }
  bool operator==(const MissingData&) const = default;
};
/// What stands in a text for the data of an event, or of an element of the input logic, that is not
/// found out yet. No other text has such characters.
std::string MarkOfData(std::string_view name);
bool HasMarkOfData(std::string_view text);
/// `text` with each mark replaced by what `of` gives for its name.
std::string WithoutMarks(std::string_view text,
                         const std::function<std::string(std::string_view name)>& of);

/// All that an action waits for when it is made.
MissingData MissingOf(const std::vector<EventData>& inputs);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_DATA_H_
