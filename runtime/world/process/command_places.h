#ifndef HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

/// The keeper's side of the limit on local commands over all jobs of a server (place_messages.h).
/// The server may end and come back: what runs goes on and is told to the next one. If none comes
/// in time, commands run without: a server's end holds up no job.
class CommandPlaces {
 public:
  /// How long commands wait for a server that is not there, ms.
  static constexpr std::int64_t kPatienceMs = 10'000;

  /// `socket_path`: where the server listens; "": nobody limits anything.
  CommandPlaces(std::string socket_path, std::string job)
      : path_(std::move(socket_path)), job_(std::move(job)) {}

  /// To be waited for until it can be read; -1: none.
  int fd() const { return socket_.get(); }
  /// How long the keeper may sleep though nothing comes, ms; -1: for ever.
  int SleepMs() const;
  /// Reads what the server says, and looks for one that was not there. In each turn of the keeper.
  void Turn();
  /// Whether one command more may run. If so it does, and Leave() follows.
  bool Take();
  /// A command has ended, or was not started.
  void Leave();
  /// So many more could run now; what is left of the places beyond that goes back.
  void Want(std::size_t commands);

 private:
  void Connect();
  void Lost();
  void Receive();
  void Send();

  std::string path_, job_;
  Descriptor socket_;
  std::string in_, out_;
  std::uint32_t running_ = 0;            ///< commands that have a place, or run without
  std::uint32_t free_ = 0;               ///< places that no command has yet
  std::uint32_t wanted_ = 0, said_ = 0;  ///< more commands: now, and as the server knows
  std::int64_t lost_ms_ = 0;   ///< since when no server is there; 0: it is, or none was looked for
  std::int64_t tried_ms_ = 0;  ///< when it was looked for last
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
