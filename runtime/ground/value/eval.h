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

/// What is known of a node that has started: the record that wf:*, action:* and hadoop:* functions
/// read. Absent optionals are what the node does not have (yet): "" in the Oozie dialect, null in
/// HWS.
struct NodeRecord {
  std::string kind;  ///< "shell", "decision", ...
  std::optional<std::string>
      status;  ///< exit state in Oozie's words: OK, ERROR, KILLED, RUNNING, ...
  std::optional<std::string> transition;  ///< the node or, in HWS, the transition it took
  std::optional<std::string> error_code;
  std::optional<std::string> error_message;
  std::optional<std::string> external_id;
  std::optional<std::string> tracker_uri;
  std::optional<std::string> external_status;
  bool has_data = false;  ///< output was captured
  Properties data;
  bool has_counters = false;
  Counters counters;
  Properties puts;  ///< by token:put
};

/// The two halves of the workflow token (runtime/ground/token/token.h).
enum class TokenScope : std::uint8_t {
  kUser,    ///< captured output and token:put
  kSystem,  ///< counters
};
class Token;

class CoordinatorView;    // runtime/rules/coordinator/view.h
struct CoordinatorNotes;  // likewise

/// What a job is known by.
struct JobIdentity {
  std::string id;
  std::string name;
  std::string user;
  std::string group;
  std::string app_path;
  std::int64_t run = 0;
  std::string salt = {};  ///< JobFacts::salt, which no expression sees
};

/// What an expression may see of the job it belongs to. The engine implements it over its memory,
/// `hpdlc eval` over a JSON file. Not thread-safe; lives longer than the evaluation.
class RunView {
 public:
  virtual ~RunView() = default;
  virtual std::uint32_t dialect() const = 0;  ///< HPDL_DIALECT_*
  virtual const JobIdentity& job() const = 0;
  /// The job property after expansion of ${other}, or null. The string outlives the evaluation.
  virtual const std::string* Property(std::string_view name) const = 0;
  /// Null for a node that has not started or does not exist.
  virtual const NodeRecord* Node(std::string_view name) const = 0;
  virtual std::optional<std::string> LastErrorNode() const = 0;
  /// The node whose expression is evaluated; empty outside a node.
  virtual std::string_view CurrentNode() const = 0;
  /// The base of callback URLs, e.g. "http://0.0.0.0:11000/oozie/callback"; empty if none listens.
  virtual std::string CallbackBase() const = 0;
  /// Name of parameter number `index` of the workflow (hpdl_workflow.parameters).
  virtual std::string_view ParameterName(std::uint32_t index) const = 0;
  /// hadoop:conf: a property of the configuration for a Hadoop server, or null. Outlives the
  /// evaluation.
  virtual const std::string* HadoopProperty(std::string_view /*server*/,
                                            std::string_view /*name*/) const {
    return nullptr;
  }
  /// Adds what the token holds for the node whose expression is evaluated: the copy of its branch.
  /// What `token` then refers to lives until the next put.
  virtual void ReadToken(Token* /*token*/) const {}
  /// What coord:* functions read of the coordinator whose expression is evaluated; null in
  /// workflows. Outlives the evaluation.
  virtual const CoordinatorView* coordinator() const { return nullptr; }
};

/// Takes what token:put puts; it becomes durable with the transition of the current node.
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

/// The file systems that fs:* and hdfs:* look at. That a file is not there is no error; errors are
/// the reason alone, without the path.
class FileView {
 public:
  virtual ~FileView() = default;
  /// `uri` with scheme or a plain local path.
  virtual Result<FileInfo> Stat(const std::string& uri) = 0;
  /// True if any path matches the glob (Hadoop's globs: * ? [] {}).
  virtual Result<bool> ExistsGlob(const std::string& uri_glob) = 0;
  /// Sum of the sizes of the files directly in the directory; -1 if it is not one.
  virtual Result<std::int64_t> DirectorySize(const std::string& uri) = 0;
};

}  // namespace hpdl::rt

/// One evaluation. Emitted code passes it through; functions take what they need from it.
struct hpdl_eval {
  const hpdl::rt::RunView* run =
      nullptr;  ///< null while folding: only pure functions may be called
  hpdl::rt::FileView* files = nullptr;
  hpdl::rt::TokenWriter* writer = nullptr;  ///< null: token:put has nowhere to put
  /// Where coord:* functions leave what they tell besides their values; null: nobody asks.
  hpdl::rt::CoordinatorNotes* notes = nullptr;
  std::int64_t (*now_ms)() = nullptr;  ///< UTC milliseconds since the epoch; null: the system clock
  hpdl::rt::Arena arena;
  std::string error;  ///< set by the call that returned 1

  /// Leaves `message` and returns 1.
  std::int32_t Fail(std::string message) {
    error = std::move(message);
    return 1;
  }
};

#endif  // HPDL_RUNTIME_GROUND_VALUE_EVAL_H_
