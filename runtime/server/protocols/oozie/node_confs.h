#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/report/job_report.h"
#include "runtime/server/protocols/oozie/action_conf.h"
#include "runtime/server/protocols/oozie/resources.h"

/// Finds the definition of a job for the `conf` of its nodes. Only this folder uses this header.
namespace hpdl::rt {

/// The definitions that answers have used last, at most 32 MiB of memory. A definition is read from
/// the program once; the program's hash is part of the key, so an entry is never out of date.
class KnownDefinitions {
 public:
  struct Known {
    std::string key;
    std::size_t bytes = 0;  ///< the memory of the entry
    /// Null if the text has more than 4 MiB, or ReadXmlTree() does not read it.
    std::shared_ptr<const WorkflowDefinition> definition;
  };

  /// Returns null if the definition is not known. The result is valid until the next call of Add().
  const Known* Find(const std::string& key);
  /// Adds a definition, in place of an earlier one with the same key.
  void Add(Known known);

 private:
  std::list<Known> all_;  ///< the definition that was used last is the first
  std::size_t bytes_ = 0;
};

/// The state of one answer, which may have nodes of many jobs.
struct AnswerConfs {
  ConfBudget budget;
  std::set<std::string> failed;  ///< the keys of definitions that could not be read
};

/// Makes the `conf` of the nodes of one job.
struct NodeConfs {
  std::shared_ptr<const WorkflowDefinition> definition;  ///< null: no node has a text
  ConfValues values;
  ConfBudget* budget = nullptr;  ///< null if `definition` is null

  std::optional<std::string> Of(const NodeRow& row) const {
    return definition == nullptr ? std::nullopt : ConfOf(*definition, row, values, budget);
  }
};

/// Finds the definition of a job for the node `only`, or for all nodes if `only` is null. If the
/// program of the job does not give its definition, the nodes have no texts. `report`, `only` and
/// `answer` must outlive the task, and `answer` must outlive the result.
Task<NodeConfs> ConfsOf(const Exchange& exchange, const JobReport& report, const NodeRow* only,
                        AnswerConfs* answer);

/// The maximum size of a definition that a program prints, in bytes.
inline constexpr std::size_t kMostSource = 16 << 20;
/// Starts a job's program with the arguments `words` and returns the program's output of at most
/// `most_output` bytes. `report` must outlive the task.
Task<Result<std::string>> AskProgramOf(const Exchange& exchange, const JobReport& report,
                                       std::vector<std::string> words, std::size_t most_output);
/// Returns the arguments with which a program prints the definition of a job.
std::vector<std::string> SourceWords(const JobRow& job);
/// True if values that are probably secrets are hidden from the caller. They are hidden from
/// everybody but the job's user.
bool IsMasked(const Exchange& exchange, const JobRow& job);
/// Returns the properties of the run that the report shows.
Result<Properties> PropertiesOf(StateDirectory& state, const JobReport& report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_
