#ifndef HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_
#define HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_

#include <cstdint>
#include <string>

namespace hpdl::rt {

/// The values that the engine gives to the keeper that it forks.
struct KeeperStart {
  int socket = -1;          ///< the keeper's end of the stream (wire.h)
  int status = -1;          ///< the status log, open for appending
  int lock = -1;            ///< keeper.lock, open
  int directory = -1;       ///< `<job>/attempts`, open
  std::int64_t number = 0;  ///< the number of this keeper within the job
  unsigned parallel = 1;    ///< the maximum number of children at a time
  std::string places = {};  ///< path of the server's socket (place_messages.h); "": no limit
  std::string job = {};     ///< the job's name in messages to that server
};

/// Runs the keeper in the process that was forked for it. The keeper ends when the engine's end of
/// the socket is closed and the last child has ended.
[[noreturn]] void RunKeeper(const KeeperStart& start);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_
