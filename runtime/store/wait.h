#ifndef HPDL_RUNTIME_STORE_WAIT_H_
#define HPDL_RUNTIME_STORE_WAIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The conditions that a job waits for while it needs no process (docs/design/parking.md).
namespace hpdl::rt {

/// A wait. It is over when the event of `kind` has happened or at `until_ms`, whichever comes
/// first.
struct Wait {
  enum class Kind : std::uint8_t {
    kTime,  ///< the job waits only for a time, such as the time of an action's next attempt
    kYarn,  ///< the end of an application; `what`: resource manager, user, id, tag of the program
    kCallback,  ///< a callback for an attempt; `what`: the number of the attempt
    kOozie,     ///< the end of a job on another server; `what`: URL, id
    kNotice,    ///< the time at which a notification is sent again
    kPath,      ///< the existence of one of several paths; `what`: the user, then the URIs
    kJob,       ///< a job of this state directory leaves a state; `what`: its id, the number of the
                ///< state
  };
  static constexpr int kKinds = 7;

  Kind kind = Kind::kTime;
  std::int64_t since_ms = 0;  ///< UTC
  std::int64_t until_ms = 0;  ///< UTC; 0: no time limit
  std::vector<std::string> what;

  bool operator==(const Wait&) const = default;
};

/// Returns the milliseconds from `now_ms` until the wait's time limit; a negative number if the
/// wait has no time limit. If the clock was set back, the result is at most the whole length of the
/// wait.
std::int64_t LeftOf(const Wait& wait, std::int64_t now_ms);

/// True if a callback may report that the awaited event has happened.
bool IsReportedByCallback(const Wait& wait);

/// Returns the wait in the form used in journals: one line of words.
std::string EncodeWait(const Wait& wait);
std::optional<Wait> DecodeWait(std::string_view text);

/// Returns "time", "yarn" or the word of another kind.
std::string_view WordOf(Wait::Kind kind);

/// Describes the awaited event for people, for example "application_17_1 at rm:8032".
std::string DescribeWait(const Wait& wait);

/// A root job leaves this note when it only waits and its process therefore ends.
struct ParkingNote {
  struct Entry {
    std::int64_t job = 0;  ///< number of the job within the root job
    std::string node;      ///< name of the node that waits; "": the job itself waits
    Wait wait;
    bool operator==(const Entry&) const = default;
  };
  std::int64_t since_ms = 0;  ///< time when the job was parked, UTC
  std::vector<Entry> entries;

  bool operator==(const ParkingNote&) const = default;
};
/// Returns the note in the form of JobRow.parked.
std::string EncodeNote(const ParkingNote& note);
std::optional<ParkingNote> DecodeNote(std::string_view text);
/// Reads only ParkingNote::since_ms. For a long note this is faster than DecodeNote().
std::optional<std::int64_t> TimeOfNote(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_WAIT_H_
