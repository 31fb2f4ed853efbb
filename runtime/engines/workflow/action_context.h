#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ACTION_CONTEXT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ACTION_CONTEXT_H_

#include <string>
#include <string_view>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/properties.h"

namespace hpdl::rt {

/// Implements ActionContext for one attempt of one action, with the rows and properties that the
/// engine has in memory. The attempt's coroutine owns the object.
class AttemptContext final : public ActionContext {
 public:
  AttemptContext(JobRun& job, Branch& branch, std::uint32_t node, NodeEntry& entry, bool resumed);
  /// Returns the error if the recorded arguments are damaged, otherwise null.
  const Error* damaged() const { return arguments_ ? nullptr : &arguments_.error(); }

  const ArgNode& args() const override { return arguments_->root; }
  std::uint32_t shape() const override { return Node().shape; }
  const ArgNode* global() const override {
    return arguments_->global ? &*arguments_->global : nullptr;
  }
  std::string_view handed_global() const override;
  std::string_view node() const override { return entry_.row.node; }
  const JobIdentity& job() const override { return job_.view().identity; }
  std::string_view kind() const override { return entry_.row.type; }
  std::uint32_t dialect() const override { return job_.row().dialect; }
  const Properties& configuration() const override { return job_.view().properties(); }
  Properties defaults() const override { return DefaultProperties(job_.view().workflow()); }
  const hpdl_names* names() const override;
  /// Implements EvaluateTexts() of interpreter.h.
  Task<Result<Properties>> Evaluate(Properties texts);
  std::uint32_t attempt() const override { return entry_.row.attempt; }
  std::int64_t sequence() const override { return entry_.row.sequence; }
  const std::string& tag() const override;
  bool resumed() const override { return resumed_; }
  const std::string& progress() const override { return entry_.row.progress; }
  std::string progress_before() const override;
  Task<void> RecordProgress(std::string progress) override;
  void SetExternal(std::string id, std::string tracker_uri, std::string console_url) override;
  void SetExternalStatus(std::string_view status) override {
    job_.SetExternalStatus(node_, status);
  }
  void SetWaiting(std::string what) override;
  void BeginWait(const Wait& given) override;
  void ConfirmWait() override;
  void EndWait() override;
  bool local() const override { return job_.loop().facts().local; }
  unsigned parallel() const override;
  Task<ExitStatus> RunProcess(Command command) override;
  std::string OutPath() const override;
  std::string ErrPath() const override;
  Result<std::string> WorkDirectory() override;
  std::int64_t capture_limit() const override;
  Network* network() override { return job_.loop().network(); }
  FileSystems* file_systems() override { return job_.loop().file_systems(); }
  Clusters* clusters() override { return job_.loop().clusters(); }
  std::string CallbackUrl(std::string_view state_variable) override;
  Task<std::optional<Callback>> AwaitCallback(std::int64_t timeout_ms) override;
  const hpdl_file* File(std::string_view path) const override;
  std::span<const hpdl_file> Files() const override;
  std::vector<PackagedApplication> InheritedApplications() const override;
  const Site& site() const override { return job_.loop().site(); }
  Task<Outcome> RunSubWorkflow(const std::string& app_path, Properties configuration) override;

 private:
  std::string AttemptFile(const char* suffix) const;
  void TellWaiting(std::string what);
  const hpdl_node& Node() const { return job_.view().workflow().nodes[node_]; }

  JobRun& job_;
  Branch& branch_;
  const std::uint32_t node_;
  NodeEntry& entry_;
  const Result<ActionArguments> arguments_;
  const bool resumed_;
  mutable std::string tag_;
  std::size_t next_callback_ = 0;
  std::string waiting_;  ///< the text that the executor gave to SetWaiting()
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ACTION_CONTEXT_H_
