#ifndef HPDL_RUNTIME_GROUND_VALUE_EVAL_H_
#define HPDL_RUNTIME_GROUND_VALUE_EVAL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/arena.h"

namespace hpdl::rt {

/// Counters of a Hadoop job: group -> name -> value.
using Counters =
    std::map<std::string, std::map<std::string, std::int64_t, std::less<>>, std::less<>>;
using Properties = std::map<std::string, std::string, std::less<>>;

/// The record of a node that has started. wf:*, action:* and hadoop:* functions read it. An
/// optional is empty if the node does not have the data, or does not have it yet. It then reads as
/// "" in the Oozie dialect and as null in HWS.
struct NodeRecord {
  std::string kind;  ///< for example "shell" or "decision"
  /// The exit state as Oozie names it, for example OK, ERROR, KILLED or RUNNING.
  std::optional<std::string> status;
  std::optional<std::string> transition;  ///< the next node or, in HWS, the name of the transition
  std::optional<std::string> error_code;
  std::optional<std::string> error_message;
  std::optional<std::string> external_id;
  std::optional<std::string> tracker_uri;
  std::optional<std::string> external_status;
  bool has_data = false;  ///< true if output was captured
  Properties data;
  bool has_counters = false;
  Counters counters;
  Properties puts;  ///< values that token:put has put
};

/// The two halves of the workflow token (runtime/ground/token/token.h).
enum class TokenScope : std::uint8_t {
  kUser,    ///< captured output and values of token:put
  kSystem,  ///< counters
};
class Token;

// The header runtime/rules/coordinator/view.h declares CoordinatorView and CoordinatorNotes.
class CoordinatorView;
struct CoordinatorNotes;

/// The names that identify a job.
struct JobIdentity {
  std::string id;
  std::string name;
  std::string user;
  std::string group;
  std::string app_path;
  std::int64_t run = 0;
  std::string salt = {};  ///< the value of JobFacts::salt; expressions cannot read it
};

/// The data about a job that the job's expressions may read. In the engine, the data comes from its
/// memory; in `hpdlc eval`, it comes from a JSON file. Not thread-safe; must outlive the
/// evaluation.
class RunView {
 public:
  virtual ~RunView() = default;
  virtual std::uint32_t dialect() const = 0;  ///< HPDL_DIALECT_*
  virtual const JobIdentity& job() const = 0;
  /// Returns the value of a job property, in which ${other} is already expanded; null if the job
  /// has no such property. The string outlives the evaluation.
  virtual const std::string* Property(std::string_view name) const = 0;
  /// Returns the record of a node; null if the node has not started or does not exist.
  virtual const NodeRecord* Node(std::string_view name) const = 0;
  virtual std::optional<std::string> LastErrorNode() const = 0;
  /// Returns the name of the node whose expression is evaluated; empty if the expression belongs to
  /// no node.
  virtual std::string_view CurrentNode() const = 0;
  /// Returns the URL with which all callback URLs begin, for example
  /// "http://0.0.0.0:11000/oozie/callback"; empty if this process does not listen for callbacks.
  virtual std::string CallbackBase() const = 0;
  /// Returns the name of parameter number `index` of the workflow (hpdl_workflow.parameters).
  virtual std::string_view ParameterName(std::uint32_t index) const = 0;
  /// Returns a property of the Hadoop configuration for `server`; "" if the property does not
  /// exist. Returns an error if the configuration exists and cannot be read. The function
  /// hadoop:conf uses this.
  virtual Result<std::string> HadoopProperty(std::string_view /*server*/,
                                             std::string_view /*name*/) const {
    return std::string();
  }
  /// Fills `token` with the workflow token of the branch to which the current node belongs. The
  /// texts in `token` live until the next call of token:put.
  virtual void ReadToken(Token* /*token*/) const {}
  /// Returns the data of the coordinator for coord:* functions; null if the expression belongs to a
  /// workflow. The data outlives the evaluation.
  virtual const CoordinatorView* coordinator() const { return nullptr; }
};

/// Receives the values of token:put calls. They become durable with the transition of the current
/// node.
class TokenWriter {
 public:
  virtual ~TokenWriter() = default;
  virtual void PutToken(std::string key, std::string value) = 0;
};

struct FileInfo {
  bool exists = false;
  bool directory = false;
  std::int64_t size = 0;        ///< bytes
  std::int64_t block_size = 0;  ///< bytes
};

/// The file systems that fs:* and hdfs:* read. A missing file is not an error. The message of an
/// error is only the reason, without the path.
class FileView {
 public:
  virtual ~FileView() = default;
  /// `uri` is a URI with a scheme or a plain local path.
  virtual Result<FileInfo> Stat(const std::string& uri) = 0;
  /// True if at least one path matches the glob (Hadoop's globs: * ? [] {}).
  virtual Result<bool> ExistsGlob(const std::string& uri_glob) = 0;
  /// Returns the sum of the sizes, in bytes, of the files directly in the directory; -1 if `uri` is
  /// not a directory.
  virtual Result<std::int64_t> DirectorySize(const std::string& uri) = 0;
};

}  // namespace hpdl::rt

/// The inputs, the memory and the error message of an evaluation. Emitted code passes this object
/// to the functions of expressions.
struct hpdl_eval {
  /// The job; null during constant folding, which calls only pure functions.
  const hpdl::rt::RunView* run = nullptr;
  hpdl::rt::FileView* files = nullptr;
  hpdl::rt::TokenWriter* writer = nullptr;  ///< null if token:put is not possible
  /// Receives data that coord:* functions report besides their results; null if the caller does not
  /// need this data.
  hpdl::rt::CoordinatorNotes* notes = nullptr;
  std::int64_t (*now_ms)() = nullptr;  ///< UTC milliseconds since 1970; null means the system clock
  hpdl::rt::Arena arena;
  std::string error;  ///< message of the function that returned 1

  /// Sets `error` and returns 1.
  std::int32_t Fail(std::string message) {
    error = std::move(message);
    return 1;
  }
};

#endif  // HPDL_RUNTIME_GROUND_VALUE_EVAL_H_
