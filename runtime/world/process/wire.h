#ifndef HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_
#define HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The messages between engine and keeper, as frames.
namespace hpdl::rt::wire {

/// Engine to keeper: start this once fewer than `parallel` run. The environment is given as the
/// difference from the keeper's own, because it is nearly the same for all commands of a program.
struct RunMessage {
  std::int64_t sequence = 0;
  std::string directory;
  std::vector<std::string> argv;
  std::vector<std::string> added;      ///< NAME=value
  std::vector<std::uint32_t> removed;  ///< places in the keeper's environment
  bool tell_start = false;             ///< it has to wait its turn: say when that has come
};

/// Engine to keeper: send a signal to the process group of a child, or drop it if it still waits.
struct KillMessage {
  std::int64_t sequence = 0;
  std::int32_t signal = 0;
};

/// Keeper to engine: the command that had to wait its turn has been started.
struct StartMessage {
  std::int64_t sequence = 0;
  std::int32_t pid = 0;
};

/// Keeper to engine: the command has ended, or could not be started.
struct EndMessage {
  std::int64_t sequence = 0;
  std::int32_t pid = 0;
  std::int32_t code = 0;
  std::int32_t signal = 0;
  std::string start_error;
  bool unstarted = false;   ///< not the fault of the command
  bool output_cut = false;  ///< the disk has no room for more of its output
};

enum class Type : char { kRun = 'R', kKill = 'K', kStart = 'S', kEnd = 'E' };

void Append(const RunMessage& message, std::string* out);
void Append(const KillMessage& message, std::string* out);
void Append(const StartMessage& message, std::string* out);
void Append(const EndMessage& message, std::string* out);

/// Of a complete frame.
Type FrameType(std::string_view frame);
/// False: the frame is damaged.
bool Read(std::string_view frame, RunMessage* message);
bool Read(std::string_view frame, KillMessage* message);
bool Read(std::string_view frame, StartMessage* message);
bool Read(std::string_view frame, EndMessage* message);

}  // namespace hpdl::rt::wire

#endif  // HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_
