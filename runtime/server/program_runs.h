#ifndef HPDL_RUNTIME_SERVER_PROGRAM_RUNS_H_
#define HPDL_RUNTIME_SERVER_PROGRAM_RUNS_H_

#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/server/children.h"

namespace hpdl::rt {

/// A program that is to run a job.
struct ProgramRun {
  std::string id;    ///< of the root job
  std::string user;  ///< whose turn it is
  ChildCommand command;
  /// How it ended, or why it did not start.
  std::function<void(const Result<ChildEnd>&)> ended;
};

/// Runs the programs of jobs, at most so many at a time, and one of a job. Those that wait take
/// turns user by user, so that nobody waits for all that somebody else has asked for. Loop thread
/// only.
class ProgramRuns {
 public:
  ProgramRuns(boost::asio::io_context& loop, Children& children, std::size_t most);
  ~ProgramRuns();
  ProgramRuns(const ProgramRuns&) = delete;
  ProgramRuns& operator=(const ProgramRuns&) = delete;

  /// Waits for its turn, or with `now` has one more place. Nothing of this job may be here.
  void Add(ProgramRun run, bool now = false);
  /// Whether a program of the job waits or runs.
  bool Has(const std::string& id) const { return here_.contains(id); }
  /// Takes a program that waits out of the line, without a word to it. False: none of this job
  /// waits.
  bool Drop(const std::string& id);
  /// While it holds, what waits goes on waiting, and so does what comes; what runs goes on.
  void Hold(bool held);
  /// Ids of the jobs whose programs wait, the next one of each user first.
  std::vector<std::string> Waiting() const;
  std::size_t running() const { return running_; }
  std::size_t waiting() const { return here_.size() - running_; }

 private:
  using Line = std::deque<ProgramRun>;
  void Go(ProgramRun run);
  void GoOn();

  boost::asio::io_context& loop_;
  Children& children_;
  const std::size_t most_;
  std::size_t running_ = 0;
  bool held_ = false;
  std::unordered_set<std::string> here_;
  std::unordered_map<std::string, Line> lines_;  ///< by user; none is empty
  std::list<std::string> turns_;                 ///< users with lines, the next one first
  const std::shared_ptr<bool> gone_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROGRAM_RUNS_H_
