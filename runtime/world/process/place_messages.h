#ifndef HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"

/// The messages between keepers and their server about places. A place allows one local command to
/// run. The places limit how many local commands run at a time, over all jobs. The messages are
/// frames over a stream socket in the server's state directory. A keeper that closes the socket
/// gives back all its places.
namespace hpdl::rt::places {

/// The environment variable with the path of the server's socket for places. The server gives the
/// variable to the programs that it starts. Commands do not inherit it.
inline constexpr const char* kVariable = "HPDL_COMMAND_PLACES";
/// The name of the socket for places in the state directory.
inline constexpr const char* kSocketName = "commands";

/// The keeper's first message to the server. It holds the job's name and the number of the job's
/// commands that already run.
struct Hello {
  std::string job;
  std::uint32_t running = 0;
};

/// The keeper tells the server that `count` more commands could run.
struct Wanted {
  std::uint32_t count = 0;
};

/// The keeper tells the server that `count` of its places are free again.
struct Left {
  std::uint32_t count = 0;
};

/// The server gives the keeper `count` more places.
struct Granted {
  std::uint32_t count = 0;
};

enum class Type : char { kHello = 'H', kWanted = 'W', kLeft = 'L', kGranted = 'G' };

void Append(const Hello& message, std::string* out);
void Append(const Wanted& message, std::string* out);
void Append(const Left& message, std::string* out);
void Append(const Granted& message, std::string* out);

/// Reads a complete frame. Returns false if the frame is damaged or has a different type.
bool Read(std::string_view frame, Hello* message);
bool Read(std::string_view frame, Wanted* message);
bool Read(std::string_view frame, Left* message);
bool Read(std::string_view frame, Granted* message);

}  // namespace hpdl::rt::places

#endif  // HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_
