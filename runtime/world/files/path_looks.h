#ifndef HPDL_RUNTIME_WORLD_FILES_PATH_LOOKS_H_
#define HPDL_RUNTIME_WORLD_FILES_PATH_LOOKS_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// Whether a path is there, as a file or as a folder. An error: of Locate(), or what its file
/// system says instead; that is not to say that the path is missing.
using PathAnswer = Result<bool>;

/// Looks whether paths are there, many at a time. Several of one folder are one request, if the
/// file system lists in parts and the first part tells of all; others are one request each. A file
/// system has a few requests under way at a time; what waits for them is data, not tasks. One that
/// has failed many times in a row rests for a second, and who asks meanwhile hears of its failure.
/// Files of this machine are looked at on other threads. Loop thread only.
class PathLooks {
 public:
  /// The loop and `remote` outlive this. Null: files of this machine alone.
  PathLooks(boost::asio::io_context& loop, FileSystems* remote);
  /// Nobody is told any more.
  ~PathLooks();
  PathLooks(const PathLooks&) = delete;
  PathLooks& operator=(const PathLooks&) = delete;

  /// Told of each path, by its place among those asked for.
  using Told = std::function<void(std::size_t which, const PathAnswer& answer)>;
  /// Asks for paths as `user`. `told` is called on the loop, never from here, for each path as soon
  /// as its answer is known.
  void Ask(const std::string& user, const std::vector<std::string>& uris, Told told);
  /// The same with all answers at once, in the order of the paths. Throws when it is cancelled.
  Task<std::vector<PathAnswer>> Look(std::string user, std::vector<std::string> uris);

  /// How many requests there were, to file systems and to other threads.
  std::uint64_t requests() const;

 private:
  struct Life;
  class Server;
  Server& ServerOf(FileSystem& files);

  boost::asio::io_context& loop_;
  FileSystems* const remote_;
  const std::shared_ptr<Life> life_;
  std::map<std::string, std::shared_ptr<Server>> servers_;  ///< by the name of the file system
  std::size_t turn_ = 0;  ///< where the next who asks begins among its folders
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_PATH_LOOKS_H_
