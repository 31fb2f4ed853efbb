#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_

#include <boost/asio/io_context.hpp>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/rules/celos/files.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt::celos {

/// Checks whether files on this machine and in HDFS exist. Calls block; the loop sends requests to
/// HDFS on another thread.
class TriggerFiles final : public Files {
 public:
  /// `loop` and `remote` must outlive this object. Requests to HDFS are sent as `user`.
  TriggerFiles(boost::asio::io_context& loop, FileSystems& remote, std::string user)
      : loop_(loop), remote_(remote), user_(std::move(user)) {}

  Result<bool> Exists(const HadoopPath& path, const std::string& file_system) override;

 private:
  /// Returns the root of a file system. The root is `file_system` if it is a URI, otherwise the
  /// configured default file system (`hdfs://nn:8020` or `file:///`).
  Result<std::string> RootOf(const std::string& file_system);
  Task<Result<std::string>> Configured();
  Task<Result<bool>> ExistsIn(std::string root, std::string path);

  boost::asio::io_context& loop_;
  FileSystems& remote_;
  const std::string user_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_
