#ifndef HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_
#define HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The messages between engine and keeper. Each message is sent as a frame (base/frames.h).
namespace hpdl::rt::wire {

/// The engine tells the keeper to start a command as soon as fewer than `parallel` children run.
/// The environments of a program's commands are nearly the same, so the message has only the
/// differences from the keeper's own environment.
struct RunMessage {
  std::int64_t sequence = 0;
  std::string directory;
  std::vector<std::string> argv;
  std::vector<std::string> added;  ///< NAME=value
  /// Variables that the command must not get, as indexes in the keeper's environment.
  std::vector<std::uint32_t> removed;
  bool tell_start = false;  ///< the keeper must send a StartMessage when it starts the command
};

/// The engine tells the keeper to send a signal to the process group of a child, or to drop a
/// command that still waits.
struct KillMessage {
  std::int64_t sequence = 0;
  std::int32_t signal = 0;
};

/// The keeper tells the engine that a command that had to wait was started.
struct StartMessage {
  std::int64_t sequence = 0;
  std::int32_t pid = 0;
};

/// The keeper tells the engine that a command has ended, or could not be started.
struct EndMessage {
  std::int64_t sequence = 0;
  std::int32_t pid = 0;
  std::int32_t code = 0;
  std::int32_t signal = 0;
  std::string start_error;
  bool unstarted = false;   ///< start_error names a cause outside of the command
  bool output_cut = false;  ///< the disk was full at the end, so output may be missing
};

enum class Type : char { kRun = 'R', kKill = 'K', kStart = 'S', kEnd = 'E' };

void Append(const RunMessage& message, std::string* out);
void Append(const KillMessage& message, std::string* out);
void Append(const StartMessage& message, std::string* out);
void Append(const EndMessage& message, std::string* out);

/// Returns the type of a complete frame.
Type FrameType(std::string_view frame);
/// Reads a complete frame. Returns false if the frame is damaged.
bool Read(std::string_view frame, RunMessage* message);
bool Read(std::string_view frame, KillMessage* message);
bool Read(std::string_view frame, StartMessage* message);
bool Read(std::string_view frame, EndMessage* message);

}  // namespace hpdl::rt::wire

#endif  // HPDL_RUNTIME_WORLD_PROCESS_WIRE_H_
