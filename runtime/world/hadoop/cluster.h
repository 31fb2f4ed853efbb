#ifndef HPDL_RUNTIME_WORLD_HADOOP_CLUSTER_H_
#define HPDL_RUNTIME_WORLD_HADOOP_CLUSTER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"

/// The interfaces to YARN and to the job history. Actions use them. The implementations use REST,
/// without a JVM.
namespace hpdl::rt {

class HadoopConf;  // runtime/world/hadoop/conf.h

/// A file that a node of the cluster copies into the directory of a container.
struct LocalResource {
  std::string name;  ///< path in the container's directory; may have folders
  std::string uri;   ///< for example "hdfs://nn:8020/path"
  std::int64_t size = 0;
  /// The modification time that the file system reports. YARN refuses any other time.
  std::int64_t modified_ms = 0;
  bool archive = false;  ///< YARN unpacks the file
  bool shared = false;   ///< other applications of the same user use the same copy
};

/// The values with which an application is started (the submission context of YARN's REST API).
struct Submission {
  std::string id;  ///< result of NewApplication(), already durable
  std::string name;
  std::string type = "YARN";  ///< "YARN" or "MAPREDUCE"
  std::string queue = "default";
  std::vector<std::string> tags;  ///< tags of the application, in lower case
  int priority = -1;              ///< negative: the queue's own priority is used
  std::int64_t memory_mb = 0;     ///< memory of the application master
  int vcores = 1;
  int max_attempts = 1;
  std::string command;  ///< starts the application master; YARN replaces <LOG_DIR> and {{NAME}}
  std::map<std::string, std::string> environment;
  std::vector<LocalResource> resources;
  std::string view_acl, modify_acl;  ///< users who may view or modify the application; "": not set
};

/// An application as the resource manager reports it.
struct Application {
  std::string id, name, user, queue, type;
  std::string state;         ///< NEW to ACCEPTED, RUNNING, FINISHED, FAILED or KILLED
  std::string final_status;  ///< UNDEFINED, SUCCEEDED, FAILED, KILLED
  std::string diagnostics;   ///< messages of the application, cut to a limited length
  std::string tracking_url;
  std::string am_container;  ///< id of the application master's container; "": not known
  std::string am_logs;       ///< page of the master's logs on its node; "": not known
  double progress = 0;       ///< 0 to 100
  std::vector<std::string> tags;
  bool ended() const { return state == "FINISHED" || state == "FAILED" || state == "KILLED"; }
  /// Returns the status that people see: the state, and the progress of a running application, as
  /// in "RUNNING 40 %".
  std::string Status() const {
    return state == "RUNNING" ? state + " " + std::to_string(static_cast<int>(progress)) + " %"
                              : state;
  }
};

/// A MapReduce job in the job history.
struct HistoryJob {
  std::string id, state, diagnostics;  ///< the state is SUCCEEDED, FAILED, KILLED or ERROR
};

/// One resource manager with its job history, for one user. It is used on the loop, and lives as
/// long as the Clusters object that opened it. Each call may fail. The kTransient errors are
/// "JA006" (no connection), "JA001" (no such host) and "JA009" (a time-out, a broken connection, a
/// standby or an overload). The kNonTransient errors are "JA002" (a missing login or permission, or
/// a TLS failure) and "E0902" (the server is not a resource manager). Any other refusal is kError
/// "JA009".
class Cluster {
 public:
  virtual ~Cluster() = default;
  /// Returns the cluster's name in messages to people: "host:port", "ha-id" or "default".
  virtual const std::string& name() const = 0;
  virtual const std::string& user() const = 0;
  /// Returns the Hadoop configuration (core-, hdfs-, yarn- and mapred-site.xml) on this machine.
  virtual const HadoopConf& conf() const = 0;
  /// Returns a new id, such as "application_1700000000000_0001". Nothing runs yet.
  virtual Task<Result<std::string>> NewApplication() = 0;
  /// Submits an application. A second submission of the same id changes nothing and is not an
  /// error.
  virtual Task<Result<void>> Submit(Submission submission) = 0;
  /// Returns the application with this id; nullopt if the resource manager does not have the id
  /// (never submitted, or forgotten).
  virtual Task<Result<std::optional<Application>>> Find(std::string id) = 0;
  virtual Task<Result<std::vector<Application>>> FindByTag(std::string tag) = 0;
  /// Kills an application. Returns when the kill is accepted. It is no error if the application has
  /// ended or does not exist.
  virtual Task<Result<void>> Kill(std::string id) = 0;
  /// Waits for news of an application that was submitted with `program_tag` among its tags. Returns
  /// when its Status() differs from `before` ("": no status), or with an error when the status
  /// could not be read. All waits share the same list calls. The pauses between these calls grow
  /// while nothing changes. An application that the resource manager has forgotten is looked up in
  /// the job history. Fails with kError "JA017" if the history does not have it either.
  virtual Task<Result<Application>> NextState(std::string id, std::string program_tag,
                                              std::string before) = 0;
  /// Waits for the end of an application that was submitted with `program_tag` among its tags.
  /// Thousands of these waits cost little.
  virtual Task<Result<Application>> End(std::string id, std::string program_tag) = 0;
  /// Returns the job from the job history; nullopt if the history does not have the job (yet).
  virtual Task<Result<std::optional<HistoryJob>>> Job(std::string job_id) = 0;
  virtual Task<Result<Counters>> JobCounters(std::string job_id) = 0;
  /// Returns the URL of an application's page for people.
  virtual std::string ConsoleUrl(const std::string& id) const = 0;
};

/// The clusters that a program can reach.
class Clusters {
 public:
  virtual ~Clusters() = default;
  /// Returns the cluster that a <job-tracker> or <resource-manager> names. The name is the
  /// "host:port" of the resource manager's RPC address, or a logical name. The Hadoop configuration
  /// gives the addresses of a logical name, through HA ids if it has them. "" and "default" are
  /// logical names, too. Fails with kNonTransient "E0902" if no web address of the cluster is
  /// known; the message names the missing key.
  virtual Result<Cluster*> Open(std::string_view resource_manager, const std::string& user) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CLUSTER_H_
