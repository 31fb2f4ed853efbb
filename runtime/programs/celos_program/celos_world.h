#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_CELOS_WORLD_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_CELOS_WORLD_H_

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <thread>

#include "runtime/rules/celos/files.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

struct hpdl_program;

namespace hpdl::rt::celos {

/// The network and the file systems of a program. Triggers check for files in these file systems.
/// This object has a thread that carries out the requests to the network and to the file systems.
class CelosWorld {
 public:
  /// `program` and `site` must outlive this object.
  CelosWorld(const hpdl_program& program, const Site& site, std::string site_path);
  ~CelosWorld() { End(); }
  CelosWorld(const CelosWorld&) = delete;
  CelosWorld& operator=(const CelosWorld&) = delete;

  boost::asio::io_context& loop() { return loop_; }
  /// Returns the network; null if the program was built with --no-network.
  Network* network() { return network_.get(); }
  Files& files() { return *files_; }
  /// Stops the thread. After that, no request runs.
  void End();

 private:
  const std::string site_path_;
  boost::asio::io_context loop_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> busy_{
      loop_.get_executor()};
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> remote_;
  std::unique_ptr<Files> files_;
  std::thread thread_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_CELOS_WORLD_H_
