#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/report/job_report.h"
#include "runtime/server/protocols/oozie/action_conf.h"
#include "runtime/server/protocols/oozie/resources.h"

/// Finds the definition of a job for the `conf` of its nodes. Only this folder uses this header.
namespace hpdl::rt {

/// The definitions that answers have used last, at most 4 MiB of texts. A definition is read from
/// the program once; the program's hash is part of the key, so an entry is never out of date.
class KnownDefinitions {
 public:
  struct Known {
    std::string key;
    std::size_t bytes = 0;  ///< size of the entry
    /// Null if the text is not XML or has more than 4 MiB.
    std::shared_ptr<const WorkflowDefinition> definition;
  };

  /// Returns null if the definition is not known. The result is valid until the next call of Add().
  const Known* Find(const std::string& key);
  void Add(Known known);

 private:
  std::list<Known> all_;  ///< the definition that was used last is the first
  std::size_t bytes_ = 0;
};

/// Makes the `conf` of the nodes of one job.
struct NodeConfs {
  std::shared_ptr<const WorkflowDefinition> definition;  ///< null: no node has a text
  Properties properties;                                 ///< the properties of the job
  bool masked = true;

  std::optional<std::string> Of(const NodeRow& row) const {
    return definition == nullptr ? std::nullopt : ConfOf(*definition, row, properties, masked);
  }
};

/// Finds the definition of a job. If the program of the job does not give its definition, the nodes
/// have no texts. `report` must outlive the task.
Task<NodeConfs> ConfsOf(const Exchange& exchange, const JobReport& report);

/// Starts a job's program with the arguments `words` and returns the program's output. `report`
/// must outlive the task.
Task<Result<std::string>> AskProgramOf(const Exchange& exchange, const JobReport& report,
                                       std::vector<std::string> words);
/// Returns the arguments with which a program prints the definition of a job.
std::vector<std::string> SourceWords(const JobRow& job);
/// True if values that are probably secrets are hidden from the caller. They are hidden from
/// everybody but the job's user.
bool IsMasked(const Exchange& exchange, const JobRow& job);
/// Returns the properties of the run that the report shows.
Result<Properties> PropertiesOf(StateDirectory& state, const JobReport& report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_CONFS_H_
