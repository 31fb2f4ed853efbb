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

/// A program that is to run a job.
struct ProgramRun {
  std::string id;    ///< of the root job
  std::string user;  ///< whose turn it is
  std::string verb;  ///< start, wake, ...
  ChildCommand command;
  /// How it ended, or why it did not start.
  std::function<void(const Result<ChildEnd>&)> ended;
};

/// Runs the programs of jobs, as many at a time as their line has places, and one of a job. Loop
/// thread only.
class ProgramRuns {
 public:
  ProgramRuns(boost::asio::io_context& loop, Children& children, std::shared_ptr<WorkLine> line);
  ~ProgramRuns();
  ProgramRuns(const ProgramRuns&) = delete;
  ProgramRuns& operator=(const ProgramRuns&) = delete;

  /// Waits for its turn, or with `now` has one more place. Nothing of this job may be here.
  void Add(ProgramRun run, bool now = false);
  /// Whether a program of the job waits or runs.
  bool Has(const std::string& id) const { return here_.contains(id); }
  /// Whether one waits.
  bool Waits(const std::string& id) const;
  /// What one that runs has written so far.
  std::string OutputOf(const std::string& id) const;
  /// How many programs wait.
  std::size_t waiting() const { return line_->waiting(); }
  /// Takes a program that waits out of the line, without a word to it. False: none of this job
  /// waits.
  bool Drop(const std::string& id);

 private:
  struct Here {
    WorkLine::Ticket ticket = 0;
    pid_t child = 0;  ///< 0: it waits, or could not be started
  };
  void Go(ProgramRun run);

  boost::asio::io_context& loop_;
  Children& children_;
  const std::shared_ptr<WorkLine> line_;
  std::unordered_map<std::string, Here> here_;  ///< by the id of the job
  const std::shared_ptr<bool> gone_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_PROGRAM_RUNS_H_
