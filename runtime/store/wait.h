#ifndef HPDL_RUNTIME_STORE_WAIT_H_
#define HPDL_RUNTIME_STORE_WAIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Waits as data: what a job waits for while nothing of it needs a process. docs/design/parking.md.
namespace hpdl::rt {

/// One wait. It is over when what `kind` names has happened, or at `until_ms`, whatever comes
/// first.
struct Wait {
  enum class Kind : std::uint8_t {
    kTime,      ///< nothing but the time: the next try of an action
    kYarn,      ///< the end of an application; what: resource manager, user, id, tag of the program
    kCallback,  ///< a callback for an attempt; what: its number
    kOozie,     ///< the end of a job of another server; what: URL, id
    kNotice,    ///< the time to send a notification again
    kPath,      ///< one of some paths being there; what: the user, then their URIs
    kJob,       ///< a job of this state directory leaving a state; what: its id, the state's number
  };
  static constexpr int kKinds = 7;

  Kind kind = Kind::kTime;
  std::int64_t since_ms = 0;  ///< UTC
  std::int64_t until_ms = 0;  ///< UTC; 0: there is no such time
  std::vector<std::string> what;

  bool operator==(const Wait&) const = default;
};

/// How long the wait may still last, in ms: as the clock of the machine goes, but never longer than
/// the whole wait, should it have been set back. Negative: there is no such time.
std::int64_t LeftOf(const Wait& wait, std::int64_t now_ms);

/// The form in journals: one line of words.
std::string EncodeWait(const Wait& wait);
std::optional<Wait> DecodeWait(std::string_view text);

/// "time", "yarn", ...
std::string_view WordOf(Wait::Kind kind);

/// What is waited for, for people: "application_17_1 at rm:8032".
std::string DescribeWait(const Wait& wait);

/// The note that a root job leaves when its process ends and only waits are left.
struct ParkingNote {
  struct Entry {
    std::int64_t job = 0;  ///< number of the job within the root
    std::string node;      ///< "" of a notification about the job itself
    Wait wait;
    bool operator==(const Entry&) const = default;
  };
  std::int64_t since_ms = 0;  ///< when it was parked, UTC
  std::vector<Entry> entries;

  bool operator==(const ParkingNote&) const = default;
};
/// The form of JobRow.parked.
std::string EncodeNote(const ParkingNote& note);
std::optional<ParkingNote> DecodeNote(std::string_view text);
/// ParkingNote::since_ms alone: notes may be long, and are often known.
std::optional<std::int64_t> TimeOfNote(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_WAIT_H_
