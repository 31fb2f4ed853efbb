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

/// True if a path exists, as a file or as a folder. An error comes from Locate() or from the file
/// system; it does not mean that the path is missing.
using PathAnswer = Result<bool>;

/// Checks whether paths exist, many at a time. Several paths of one folder take one request if one
/// part of the folder's list has the answers for all of them. Other paths take one request each. A
/// file system runs a few requests at a time; further requests wait in a list. After many failures
/// in a row, a file system gets no requests for a second, and callers then get its last failure.
/// Paths on this machine are checked on other threads. The class itself is used only on the thread
/// of the loop.
class PathLooks {
 public:
  /// The loop and `remote` must outlive this object. If `remote` is null, only the files of this
  /// machine can be reached.
  PathLooks(boost::asio::io_context& loop, FileSystems* remote);
  /// No `told` callback is called after the destructor has begun.
  ~PathLooks();
  PathLooks(const PathLooks&) = delete;
  PathLooks& operator=(const PathLooks&) = delete;

  /// Receives the answer for each path. `which` is the path's index in the request.
  using Told = std::function<void(std::size_t which, const PathAnswer& answer)>;
  /// Checks the paths as `user`. Calls `told` on the loop for each path as soon as its answer is
  /// known, but never from inside Ask().
  void Ask(const std::string& user, const std::vector<std::string>& uris, Told told);
  /// Checks the paths and returns all answers, in the order of the paths. Throws when the task is
  /// cancelled.
  Task<std::vector<PathAnswer>> Look(std::string user, std::vector<std::string> uris);

  /// Returns how many requests were sent to file systems or handed to other threads so far.
  std::uint64_t requests() const;

 private:
  struct Life;
  class Server;
  Server& ServerOf(FileSystem& files);

  boost::asio::io_context& loop_;
  FileSystems* const remote_;
  const std::shared_ptr<Life> life_;
  /// The requests to each file system, by its name.
  std::map<std::string, std::shared_ptr<Server>> servers_;
  std::size_t turn_ = 0;  ///< index of the folder with which the next Ask() begins
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_PATH_LOOKS_H_
