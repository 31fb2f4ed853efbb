#ifndef HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

/// The keeper's side of the limit on local commands over all jobs of a server (place_messages.h). A
/// place allows one command to run. The server may end and come back. Running commands go on, and
/// the keeper reports them to the next server. If no server comes in time, commands run without a
/// place, so that the end of a server does not hold up a job.
class CommandPlaces {
 public:
  /// The time that commands wait for a missing server, in ms.
  static constexpr std::int64_t kPatienceMs = 10'000;

  /// `socket_path` is the socket on which the server listens; "": there is no limit. `job` names
  /// the job to the server.
  CommandPlaces(std::string socket_path, std::string job)
      : path_(std::move(socket_path)), job_(std::move(job)) {}

  /// Returns the descriptor to watch for reading; -1: there is no connection.
  int fd() const { return socket_.get(); }
  /// Returns how long the keeper may sleep without an event, in ms; -1: for ever.
  int SleepMs() const;
  /// Reads the server's messages, and connects to a server that was missing. The keeper calls it in
  /// each of its turns.
  void Turn();
  /// Takes a place for one more command. True: the command may run, and Leave() must follow.
  bool Take();
  /// Gives back the place of a command that has ended or was not started.
  void Leave();
  /// Tells the server how many more commands could run now. Gives back the free places that these
  /// commands do not need.
  void Want(std::size_t commands);

 private:
  void Connect();
  void Lost();
  void Receive();
  void Send();

  std::string path_, job_;
  Descriptor socket_;
  std::string in_, out_;
  std::uint32_t running_ = 0;  ///< commands that run, with or without a place
  std::uint32_t free_ = 0;     ///< places that no command uses yet
  /// The number of further commands that could run, and the number that the server was told last.
  std::uint32_t wanted_ = 0, said_ = 0;
  /// The time since which the server is missing. 0: the server is connected, or the keeper has not
  /// looked for it yet.
  std::int64_t lost_ms_ = 0;
  std::int64_t tried_ms_ = 0;  ///< the time of the last attempt to connect
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
