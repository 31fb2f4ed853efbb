#ifndef HPDL_RUNTIME_WORLD_PROCESS_FAKE_PROCESSES_H_
#define HPDL_RUNTIME_WORLD_PROCESS_FAKE_PROCESSES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/world/process/processes.h"

namespace hpdl::rt {

/// Fake children whose behavior a test decides. This object outlives the engines that use it
/// through Lend(), so it also stands for the keeper. A child runs until End() or Kill().
class FakeProcesses {
 public:
  /// Decides the result of a command. Returns true if the command ends at once, and sets `*status`
  /// to its exit status.
  using Script =
      std::function<bool(std::int64_t sequence, const Command& command, ExitStatus* status)>;
  Script script = [](std::int64_t, const Command&, ExitStatus*) { return true; };

  bool slow_to_die = false;  ///< a killed child runs until End(), as if it ignored SIGTERM

  /// Returns a Processes object that runs its commands as these fake children.
  /// ExecuteHooks::start_processes takes it.
  std::unique_ptr<Processes> Lend() { return std::make_unique<Lent>(*this); }

  /// Ends the child that runs as `sequence`.
  void End(std::int64_t sequence, ExitStatus status) {
    Child& child = children_[sequence];
    child.ended = true;
    child.status = std::move(status);
    if (Processes::Done done = std::exchange(child.done, nullptr)) {
      done(child.status);
    }
  }

  /// Returns the words of each started command, joined with blanks.
  const std::vector<std::string>& started() const { return started_; }
  std::size_t adopted() const { return adopted_; }
  const std::vector<std::int64_t>& killed() const { return killed_; }
  std::vector<std::int64_t> running() const {
    std::vector<std::int64_t> numbers;
    for (const auto& [sequence, child] : children_) {
      if (!child.ended) {
        numbers.push_back(sequence);
      }
    }
    return numbers;
  }

 private:
  struct Child {
    bool ended = false;
    ExitStatus status;
    Processes::Done done;
  };

  class Lent final : public Processes {
   public:
    explicit Lent(FakeProcesses& owner) : owner_(owner) {}
    ~Lent() override {
      for (auto& [sequence, child] : owner_.children_) {
        child.done = nullptr;
      }
    }
    bool Run(std::int64_t sequence, Command command, Done done, Started) override {
      std::string line;
      for (const std::string& word : command.argv) {
        line += (line.empty() ? "" : " ") + word;
      }
      owner_.started_.push_back(line);
      Child& child = owner_.children_[sequence];
      child.done = std::move(done);
      ExitStatus status;
      if (owner_.script(sequence, command, &status)) {
        owner_.End(sequence, status);
      }
      return false;
    }
    bool Adopt(std::int64_t sequence, Done done) override {
      const auto found = owner_.children_.find(sequence);
      if (found == owner_.children_.end()) {
        return false;
      }
      ++owner_.adopted_;
      found->second.done = std::move(done);
      if (found->second.ended) {
        owner_.End(sequence, found->second.status);
      }
      return true;
    }
    void Kill(std::int64_t sequence, int) override {
      owner_.killed_.push_back(sequence);
      if (owner_.slow_to_die) {
        return;
      }
      ExitStatus status;
      status.code = -1;
      status.signal = 15;
      owner_.End(sequence, status);
    }
    std::string OutPath(std::int64_t sequence) const override {
      return "/fake/" + std::to_string(sequence) + ".out";
    }
    std::string ErrPath(std::int64_t sequence) const override {
      return "/fake/" + std::to_string(sequence) + ".err";
    }

   private:
    FakeProcesses& owner_;
  };

  std::map<std::int64_t, Child> children_;
  std::vector<std::string> started_;
  std::vector<std::int64_t> killed_;
  std::size_t adopted_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_FAKE_PROCESSES_H_
