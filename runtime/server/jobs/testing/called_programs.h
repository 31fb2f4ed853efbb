#ifndef HPDL_RUNTIME_SERVER_JOBS_TESTING_CALLED_PROGRAMS_H_
#define HPDL_RUNTIME_SERVER_JOBS_TESTING_CALLED_PROGRAMS_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt::testing {

/// A started program, with its arguments, environment and input.
struct ProgramCall {
  pid_t child = 0;
  std::string program;             ///< the path of the program
  std::vector<std::string> words;  ///< the arguments after the path
  std::vector<std::string> environment;
  /// The texts that the program can read from its descriptors 3 and 4.
  std::string input, credential;

  bool Has(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  /// Returns the argument after an option; "": the option is missing.
  std::string After(std::string_view option) const {
    const auto found = std::find(words.begin(), words.end(), option);
    return found == words.end() || found + 1 == words.end() ? "" : *(found + 1);
  }
  /// Returns the value of a variable of the environment; "": the variable is missing.
  std::string Variable(const std::string& name) const {
    for (const std::string& each : environment) {
      if (each.starts_with(name + "=")) {
        return each.substr(name.size() + 1);
      }
    }
    return "";
  }
  /// Returns all words with blanks between them.
  std::string Line() const {
    std::string line;
    for (const std::string& word : words) {
      line += (line.empty() ? "" : " ") + word;
    }
    return line;
  }
};

/// Programs that a test controls. Each program is a script that reports its start to the loop of
/// the test, and then executes the commands that the test sends. Destroy this object before the
/// loop, and after the objects that start programs.
class CalledPrograms {
 public:
  using Begun = std::function<void(const ProgramCall&)>;

  CalledPrograms(std::string folder, Begun begun)
      : folder_(std::move(folder)), begun_(std::move(begun)) {
    EXPECT_EQ(mkdir(folder_.c_str(), 0700), 0);
    const std::string calls = folder_ + "/calls";
    EXPECT_EQ(mkfifo(calls.c_str(), 0600), 0);
    calls_ = Descriptor(open(calls.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  }
  ~CalledPrograms() {
    for (const auto& [child, orders] : waiting_) {
      ::kill(child, SIGKILL);
    }
    // The loop has not heard of these programs. A program that comes later finds no pipe, and ends.
    unlink((folder_ + "/calls").c_str());
    char part[4096];
    const ssize_t size = read(calls_.get(), part, sizeof part);
    std::istringstream heard(heard_ +
                             std::string(part, size > 0 ? static_cast<std::size_t>(size) : 0));
    for (pid_t child = 0; heard >> child;) {
      ::kill(child, SIGKILL);
    }
  }
  CalledPrograms(const CalledPrograms&) = delete;
  CalledPrograms& operator=(const CalledPrograms&) = delete;

  /// Listens on this loop for programs that start, until the next Use(). If `loop` is null, does
  /// not listen.
  void Use(boost::asio::io_context* loop) {
    bell_.reset();
    if (loop != nullptr) {
      bell_.emplace(*loop, fcntl(calls_.get(), F_DUPFD_CLOEXEC, 0));
      Listen();
    }
  }
  /// Writes the script of a called program to `path`, as a new file. `mark` becomes the last line
  /// of the script.
  void Make(const std::string& path, const std::string& mark = "") const {
    const std::string made = path + ".made";
    std::ofstream(made)
        << "#!/bin/sh\ncd " << folder_
        << " || exit 99\nmkfifo $$ && echo $$ 1<>calls && test -p calls && . ./$$\nexit 99\n# "
        << mark << "\n";
    EXPECT_EQ(chmod(made.c_str(), 0700), 0);
    EXPECT_EQ(std::rename(made.c_str(), path.c_str()), 0);
  }
  static std::string MarkOf(const std::string& path) {
    const std::string text = TextOf(path);
    const std::size_t mark = text.rfind("\n# ");
    return mark == std::string::npos ? "" : text.substr(mark + 3, text.size() - mark - 4);
  }
  /// Lets a called program write a text and go on.
  void Print(pid_t child, const std::string& text) {
    const std::string file = folder_ + "/out" + std::to_string(++outputs_);
    std::ofstream(file, std::ios::binary) << text;
    Order(child, "cat " + file + "\n");
  }
  /// Lets a called program write a text and end with an exit code.
  void End(pid_t child, int code, const std::string& text = "") {
    if (!text.empty()) {
      Print(child, text);
    }
    Order(child, "exit " + std::to_string(code) + "\n");
    waiting_.erase(child);
    ended_.push_back(std::move(last_));
  }
  /// Ends a called program by a signal.
  void Kill(pid_t child, int signal = SIGKILL) {
    ::kill(child, signal);
    waiting_.erase(child);
  }
  bool IsHere(pid_t child) const { return waiting_.contains(child); }

 private:
  static std::string TextOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::vector<std::string> Parts(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0, end = 0; (end = text.find('\0', at)) != std::string::npos;
         at = end + 1) {
      parts.push_back(text.substr(at, end - at));
    }
    return parts;
  }

  void Listen() {
    bell_->async_read_some(boost::asio::buffer(part_), [this](const auto& error, std::size_t size) {
      if (error) {
        return;
      }
      heard_.append(part_, size);
      for (std::size_t end = 0; (end = heard_.find('\n')) != std::string::npos;) {
        const pid_t child = std::stoi(heard_.substr(0, end));
        heard_.erase(0, end + 1);
        Called(child);
      }
      Listen();
    });
  }

  void Called(pid_t child) {
    const std::string own = "/proc/" + std::to_string(child);
    ProgramCall call;
    call.child = child;
    call.words = Parts(TextOf(own + "/cmdline"));
    if (call.words.size() < 2) {
      return;  // the program has ended already
    }
    call.program = call.words[1];  // the first word is the shell
    call.words.erase(call.words.begin(), call.words.begin() + 2);
    call.environment = Parts(TextOf(own + "/environ"));
    call.input = TextOf(own + "/fd/3");
    call.credential = TextOf(own + "/fd/4");
    const std::string orders = folder_ + "/" + std::to_string(child);
    waiting_[child] = Descriptor(open(orders.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
    begun_(call);
  }

  void Order(pid_t child, const std::string& order) {
    const auto found = waiting_.find(child);
    ASSERT_NE(found, waiting_.end()) << "no such program waits";
    EXPECT_EQ(write(found->second.get(), order.data(), order.size()),
              static_cast<ssize_t>(order.size()));
    if (order.starts_with("exit")) {
      last_ = std::move(found->second);
    }
  }

  const std::string folder_;
  const Begun begun_;
  Descriptor calls_;
  std::optional<boost::asio::posix::stream_descriptor> bell_;
  char part_[256];
  std::string heard_;
  std::map<pid_t, Descriptor> waiting_;
  Descriptor last_;
  /// The pipes of ended programs stay open, because a program may not have read its last commands
  /// yet.
  std::vector<Descriptor> ended_;
  int outputs_ = 0;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_JOBS_TESTING_CALLED_PROGRAMS_H_
