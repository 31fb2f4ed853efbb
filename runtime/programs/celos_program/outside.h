#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OUTSIDE_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OUTSIDE_H_

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

/// How a program asks other machines, and where triggers look: requests go by a thread of their
/// own.
class Outside {
 public:
  /// Program and site outlive this.
  Outside(const hpdl_program& program, const Site& site, std::string site_path);
  ~Outside() { End(); }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

  boost::asio::io_context& loop() { return loop_; }
  /// Null: the program was built without it.
  Network* network() { return network_.get(); }
  Files& files() { return *files_; }
  /// Nothing is asked from now on.
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

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OUTSIDE_H_
