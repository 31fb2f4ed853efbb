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

/// YARN and the job history as executors see them: by REST, without a JVM.
namespace hpdl::rt {

class HadoopConf;  // runtime/world/hadoop/conf.h

/// A file that a node of the cluster brings into the directory of a container.
struct LocalResource {
  std::string name;  ///< in that directory; may have directories of its own
  std::string uri;   ///< "hdfs://nn:8020/path"
  std::int64_t size = 0;
  std::int64_t modified_ms = 0;  ///< as the file system says; YARN refuses another
  bool archive = false;          ///< is unpacked
  bool shared = false;           ///< with other applications of the same user
};

/// What an application is started with (the submission context of YARN's REST API).
struct Submission {
  std::string id;  ///< of NewApplication(), already durable
  std::string name;
  std::string type = "YARN";  ///< or "MAPREDUCE"
  std::string queue = "default";
  std::vector<std::string> tags;  ///< lower case
  int priority = -1;              ///< negative: the queue's own
  std::int64_t memory_mb = 0;     ///< of the application master
  int vcores = 1;
  int max_attempts = 1;
  std::string command;  ///< of the application master; <LOG_DIR> and {{NAME}} are YARN's
  std::map<std::string, std::string> environment;
  std::vector<LocalResource> resources;
  std::string view_acl, modify_acl;  ///< "" for none
};

/// An application as the resource manager reports it.
struct Application {
  std::string id, name, user, queue, type;
  std::string state;         ///< NEW ... ACCEPTED, RUNNING, FINISHED, FAILED, KILLED
  std::string final_status;  ///< UNDEFINED, SUCCEEDED, FAILED, KILLED
  std::string diagnostics;   ///< one text, bounded
  std::string tracking_url;
  std::string am_container;  ///< id of the application master's container; "" if not known
  std::string am_logs;       ///< page of its logs on its node; "" if not known
  double progress = 0;       ///< 0 to 100
  std::vector<std::string> tags;
  bool ended() const { return state == "FINISHED" || state == "FAILED" || state == "KILLED"; }
  /// What people see: the state, and of a running one how far it is, "RUNNING 40 %".
  std::string Status() const {
    return state == "RUNNING" ? state + " " + std::to_string(static_cast<int>(progress)) + " %"
                              : state;
  }
};

/// A MapReduce job in the job history.
struct HistoryJob {
  std::string id, state, diagnostics;  ///< state: SUCCEEDED, FAILED, KILLED, ERROR
};

/// One resource manager, with its job history, for one user. Used on the loop; lives as long as its
/// Clusters. Errors of each call: kTransient "JA006" no connection, "JA001" no such host, "JA009"
/// time-out, broken connection, standby, overload; kNonTransient "JA002" login wanted, TLS, or a
/// user who may not do this, "E0902" what answers is no resource manager; kError "JA009" with what
/// else it refuses.
class Cluster {
 public:
  virtual ~Cluster() = default;
  /// "host:port", "ha-id" or "default": how messages call it.
  virtual const std::string& name() const = 0;
  virtual const std::string& user() const = 0;
  /// core-, hdfs-, yarn- and mapred-site.xml as this machine has them.
  virtual const HadoopConf& conf() const = 0;
  /// A fresh id, "application_1700000000000_0001". Nothing runs yet.
  virtual Task<Result<std::string>> NewApplication() = 0;
  /// To submit the same id again changes nothing and is no error.
  virtual Task<Result<void>> Submit(Submission submission) = 0;
  /// None if the resource manager does not know the id (never submitted, or forgotten).
  virtual Task<Result<std::optional<Application>>> Find(std::string id) = 0;
  virtual Task<Result<std::vector<Application>>> FindByTag(std::string tag) = 0;
  /// Returns when the kill is accepted. One that has ended, or is not known, is fine.
  virtual Task<Result<void>> Kill(std::string id) = 0;
  /// The next news of an application that was submitted with `program_tag` among its tags: returns
  /// when its Status() differs from `before` ("" for none), or with an error when it could not be
  /// asked for. All waits share list calls with back-off. One that the resource manager has
  /// forgotten is looked for in the job history; kError "JA017" if it is not there either.
  virtual Task<Result<Application>> NextState(std::string id, std::string program_tag,
                                              std::string before) = 0;
  /// The same, but only the end of the application is news: thousands may be waited for so, at
  /// little cost.
  virtual Task<Result<Application>> End(std::string id, std::string program_tag) = 0;
  /// None if the history does not have it (yet).
  virtual Task<Result<std::optional<HistoryJob>>> Job(std::string job_id) = 0;
  virtual Task<Result<Counters>> JobCounters(std::string job_id) = 0;
  /// The page of an application for people.
  virtual std::string ConsoleUrl(const std::string& id) const = 0;
};

/// The clusters that a program can reach.
class Clusters {
 public:
  virtual ~Clusters() = default;
  /// The one that a <job-tracker> or <resource-manager> names: "host:port" of its RPC address, a
  /// logical name ("" and "default" too) that the Hadoop configuration resolves, by HA ids if it
  /// has them. kNonTransient "E0902" if no web address of it is known; the message says which key
  /// is missing.
  virtual Result<Cluster*> Open(std::string_view resource_manager, const std::string& user) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CLUSTER_H_
