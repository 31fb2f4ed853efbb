#ifndef HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/frames.h"

/// What keepers and the server that they work for say to each other about places: only so many
/// local commands run at a time, over all jobs. Frames over a stream socket in the server's state
/// directory; who closes it gives back all places.
namespace hpdl::rt::places {

/// A variable of the environment: the path of that socket. The server gives it to the programs
/// that it starts; commands do not inherit it.
inline constexpr const char* kVariable = "HPDL_COMMAND_PLACES";
/// The name of the socket in the state directory.
inline constexpr const char* kSocketName = "commands";

/// Keeper to server, first: whose commands they are, and how many run already.
struct Hello {
  std::string job;
  std::uint32_t running = 0;
};

/// Keeper to server: so many commands more could run.
struct Wanted {
  std::uint32_t count = 0;
};

/// Keeper to server: so many places are free again.
struct Left {
  std::uint32_t count = 0;
};

/// Server to keeper: so many places more.
struct Granted {
  std::uint32_t count = 0;
};

enum class Type : char { kHello = 'H', kWanted = 'W', kLeft = 'L', kGranted = 'G' };

void Append(const Hello& message, std::string* out);
void Append(const Wanted& message, std::string* out);
void Append(const Left& message, std::string* out);
void Append(const Granted& message, std::string* out);

/// False: the frame is damaged, or another message. A frame is complete.
bool Read(std::string_view frame, Hello* message);
bool Read(std::string_view frame, Wanted* message);
bool Read(std::string_view frame, Left* message);
bool Read(std::string_view frame, Granted* message);

}  // namespace hpdl::rt::places

#endif  // HPDL_RUNTIME_WORLD_PROCESS_PLACE_MESSAGES_H_
