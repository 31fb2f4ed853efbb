#ifndef HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

/// The keeper's side of the protocol by which a server limits the local commands of all its jobs
/// (place_messages.h). A place is the permission to run one command. If the server ends, running
/// commands go on, and the keeper reports them to the next server. If no server starts within
/// kPatienceMs, commands run without a place, so that a missing server does not block a job.
class CommandPlaces {
 public:
  /// The time that commands wait for a missing server, in ms.
  static constexpr std::int64_t kPatienceMs = 10'000;

  /// `socket_path` is the socket on which the server listens; "": there is no limit. `job` is the
  /// job's name in messages to the server.
  CommandPlaces(std::string socket_path, std::string job)
      : path_(std::move(socket_path)), job_(std::move(job)) {}

  /// Returns the descriptor to watch for reading; -1: there is no connection.
  int fd() const { return socket_.get(); }
  /// Returns how long the keeper may sleep without an event, in ms; -1: for ever.
  int SleepMs() const;
  /// Reads the server's messages, and connects to the server if there is no connection. The keeper
  /// calls this function each time it wakes.
  void Turn();
  /// Takes a place for one more command. Returns true if the command may run; Leave() must be
  /// called when the command has ended.
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
  std::uint32_t running_ = 0;  ///< commands that are running, with or without a place
  std::uint32_t free_ = 0;     ///< places that no command uses yet
  /// The number of further commands that could run, and the number that was last sent to the
  /// server.
  std::uint32_t wanted_ = 0, said_ = 0;
  /// The time at which the server was first found missing. 0: the server is connected, or the
  /// keeper has not tried to connect yet.
  std::int64_t lost_ms_ = 0;
  std::int64_t tried_ms_ = 0;  ///< the time of the last attempt to connect
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_COMMAND_PLACES_H_
