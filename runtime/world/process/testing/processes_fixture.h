#ifndef HPDL_RUNTIME_WORLD_PROCESS_TESTING_PROCESSES_FIXTURE_H_
#define HPDL_RUNTIME_WORLD_PROCESS_TESTING_PROCESSES_FIXTURE_H_

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/process/processes.h"

namespace hpdl::rt::testing {

inline std::string ReadFile(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline bool Exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

/// Runs commands of one job. Each test has its own job folder.
class ProcessesTest : public ::testing::Test {
 protected:
  void TearDown() override { processes_.reset(); }

  void Start(unsigned parallel) {
    auto started = Processes::Start(io_, job_, parallel);
    ASSERT_TRUE(started.ok()) << started.error().message;
    processes_ = std::move(*started);
  }
  Command Shell(const std::string& script) {
    return {{"sh", "-c", script}, {"PATH=/usr/local/bin:/usr/bin:/bin"}, job_};
  }
  void Run(std::int64_t sequence, Command command) {
    processes_->Run(sequence, std::move(command), Keep(sequence));
  }
  Processes::Done Keep(std::int64_t sequence) {
    return [this, sequence](ExitStatus status) {
      EXPECT_FALSE(ended_.contains(sequence)) << "reported twice";
      ended_[sequence] = std::move(status);
    };
  }
  ExitStatus RunToEnd(Command command) {
    Run(next_, std::move(command));
    io_.restart();
    io_.run();
    return ended_.at(next_++);
  }
  /// Returns a script that creates the file `name`, then waits until the file is gone. LetGo()
  /// removes the file. The end of the test removes it too.
  static std::string Holds(const std::string& name) {
    return "touch " + name + "; while [ -e " + name + " ]; do sleep 0.02; done; ";
  }
  void LetGo(const std::string& name) const { EXPECT_EQ(unlink((job_ + "/" + name).c_str()), 0); }
  /// Runs the loop until `condition` is true. Returns false if it does not become true in time.
  template <class Condition>
  bool RunUntil(Condition condition) {
    return Eventually([&] {
      io_.restart();
      io_.poll();
      return condition();
    });
  }
  /// Starts an engine in a child process and kills it as soon as the file `ready` exists. The
  /// engine runs `script` as sequence 1. It runs `second`, if not empty, as sequence 2.
  void KillEngineRunning(const std::string& script, const std::string& ready, unsigned parallel = 1,
                         const std::string& second = "") {
    const pid_t engine = fork();
    if (engine == 0) {
      boost::asio::io_context io;
      auto started = Processes::Start(io, job_, parallel);
      (*started)->Run(1, Shell(script), [](const ExitStatus&) {});
      if (!second.empty()) {
        (*started)->Run(2, Shell(second), [](const ExitStatus&) {});
      }
      io.run_for(kPatience);
      _exit(0);
    }
    ASSERT_TRUE(Eventually([&] { return Exists(job_ + "/" + ready); }));
    kill(engine, SIGKILL);
    waitpid(engine, nullptr, 0);
  }

  const TemporaryFolder temporary_;
  const std::string job_ = temporary_.path();
  boost::asio::io_context io_;
  std::unique_ptr<Processes> processes_;
  std::map<std::int64_t, ExitStatus> ended_;
  std::int64_t next_ = 1;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_PROCESS_TESTING_PROCESSES_FIXTURE_H_
