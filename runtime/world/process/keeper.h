#ifndef HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_
#define HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_

#include <cstdint>
#include <string>

namespace hpdl::rt {

/// What the keeper is given by the engine that forks it.
struct KeeperStart {
  int socket = -1;          ///< its end of the stream (wire.h)
  int status = -1;          ///< the status log, open for appending
  int lock = -1;            ///< keeper.lock
  int directory = -1;       ///< `<job>/attempts`
  std::int64_t number = 0;  ///< of this keeper within the job
  unsigned parallel = 1;    ///< children at a time
  std::string places = {};  ///< where the places of all jobs come from; "": nowhere
  std::string job = {};     ///< whose keeper it is, as the server that has them knows it
};

/// The life of the keeper, in the process that was forked for it: until the engine's end of the
/// socket is closed and the last child has ended.
[[noreturn]] void RunKeeper(const KeeperStart& start);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_KEEPER_H_
