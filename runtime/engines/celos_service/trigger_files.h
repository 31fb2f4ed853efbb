#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_

#include <boost/asio/io_context.hpp>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/rules/celos/files.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt::celos {

/// Files of this machine and of HDFS. Calls block; the loop asks HDFS on another thread.
class TriggerFiles final : public Files {
 public:
  /// `loop` and `remote` must outlive this object. HDFS is asked as `user`.
  TriggerFiles(boost::asio::io_context& loop, FileSystems& remote, std::string user)
      : loop_(loop), remote_(remote), user_(std::move(user)) {}

  Result<bool> Exists(const HadoopPath& path, const std::string& file_system) override;

 private:
  /// The root of a file system: the URI itself, or the configured one (`hdfs://nn:8020` or
  /// `file:///`) if the text is not a URI.
  Result<std::string> RootOf(const std::string& file_system);
  Task<Result<std::string>> Configured();
  Task<Result<bool>> ExistsIn(std::string root, std::string path);

  boost::asio::io_context& loop_;
  FileSystems& remote_;
  const std::string user_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_TRIGGER_FILES_H_
