#ifndef HPDL_RUNTIME_SERVER_WORK_PROGRAM_RUNS_H_
#define HPDL_RUNTIME_SERVER_WORK_PROGRAM_RUNS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "runtime/ground/base/result.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/work_line.h"

namespace hpdl::rt {

/// A program that should run a job.
struct ProgramRun {
  std::string id;    ///< the id of the root job
  std::string user;  ///< the user for whom the program runs
  std::string verb;  ///< the verb of the program: start, wake and others
  ChildCommand command;
  /// Called with the end of the program, or with the reason why it did not start.
  std::function<void(const Result<ChildEnd>&)> ended;
};

/// Runs the programs of jobs, at most one program of each job at a time. A program waits until
/// `line` has a free place, unless the program starts at once. Loop thread only.
class ProgramRuns {
 public:
  ProgramRuns(boost::asio::io_context& loop, Children& children, std::shared_ptr<WorkLine> line);
  ~ProgramRuns();
  ProgramRuns(const ProgramRuns&) = delete;
  ProgramRuns& operator=(const ProgramRuns&) = delete;

  /// Puts a program into the line. `now`: starts the program at once, even if there is no free
  /// place. The caller must first check with Has() that no program of the job waits or runs.
  void Add(ProgramRun run, bool now = false);
  /// True if a program of the job waits or runs.
  bool Has(const std::string& id) const { return here_.contains(id); }
  /// True if a program of the job waits.
  bool Waits(const std::string& id) const;
  /// Returns what the running program of the job has written so far.
  std::string OutputOf(const std::string& id) const;
  /// Drops what running programs have written beyond their limits (Children::TrimOutputs()).
  void TrimOutputs() { children_.TrimOutputs(); }
  /// Returns the number of waiting programs.
  std::size_t waiting() const { return line_->waiting(); }
  /// Takes a waiting program out of the line, and does not call its `ended`. Returns false if no
  /// program of this job waits.
  bool Drop(const std::string& id);

 private:
  struct Here {
    WorkLine::Ticket ticket = 0;
    pid_t child = 0;  ///< 0: the program waits, or could not be started
  };
  void Go(ProgramRun run);

  boost::asio::io_context& loop_;
  Children& children_;
  const std::shared_ptr<WorkLine> line_;
  std::unordered_map<std::string, Here> here_;  ///< the waiting and the running programs, by job id
  const std::shared_ptr<bool> gone_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_PROGRAM_RUNS_H_
