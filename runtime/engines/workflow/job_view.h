#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

class AskedFiles;
class FileSystems;
class PassedNodes;

/// A node that has a row in this run.
struct NodeEntry {
  NodeRow row;
  bool recorded = false;  ///< the row has been written once

  /// What expressions see of it, made from the row when asked for: most nodes are never asked
  /// about. Valid until the row changes.
  const NodeRecord& Record();
  /// The row has changed.
  void Refresh() { record_.reset(); }

 private:
  std::unique_ptr<NodeRecord> record_;
};

/// What one job is made of, in memory, as expressions see it. Owned by its JobRun; also made for a
/// moment where there is no run yet (names, parameters of a submission).
class JobView final : public RunView, public TokenWriter, public FileView {
 public:
  JobView(const hpdl_workflow& workflow, Properties properties);
  ~JobView() override;

  std::uint32_t dialect() const override { return workflow_.dialect; }
  const JobIdentity& job() const override { return identity; }
  const std::string* Property(std::string_view name) const override;
  const NodeRecord* Node(std::string_view name) const override;
  std::optional<std::string> LastErrorNode() const override;
  std::string_view CurrentNode() const override { return current_; }
  std::string CallbackBase() const override { return callback_base; }
  std::string_view ParameterName(std::uint32_t index) const override;
  void ReadToken(Token* token) const override;
  void PutToken(std::string key, std::string value) override;
  Result<FileInfo> Stat(const std::string& uri) override;
  Result<bool> ExistsGlob(const std::string& uri_glob) override;
  Result<std::int64_t> DirectorySize(const std::string& uri) override;
  /// Moves what the node whose expressions were evaluated last has put into its row; false if that
  /// is nothing.
  bool TakePuts(NodeRow* row);

  const hpdl_workflow& workflow() const { return workflow_; }
  const Properties& properties() const { return properties_; }
  /// HPDL_NONE if the workflow has no such node.
  std::uint32_t Find(std::string_view name) const;
  NodeEntry* Entry(std::uint32_t index) {
    return index < entries_.size() ? entries_[index].get() : nullptr;
  }
  NodeEntry& MakeEntry(std::uint32_t index);

  /// The text of expression `index`, evaluated for `node`. Null is "". The error's message names
  /// the node, the place in the definition and the expression.
  Result<std::string> Text(std::uint32_t index, std::string_view node);
  Result<bool> Predicate(std::uint32_t index, std::string_view node);
  /// `texts`, which were read while the job runs, with their expressions evaluated for `node`:
  /// EvaluateTexts() of interpreter.h.
  Result<Properties> Interpret(const hpdl_names& names, const Properties& texts,
                               std::string_view node);
  /// The question that the last evaluation for `node` failed for want of an answer to, or null. Get
  /// the answer, and evaluate again.
  AskedFiles* Unanswered(std::string_view node);
  /// The node has been evaluated: what was answered was for this once.
  void ForgetAnswers(std::string_view node);
  /// The arguments of an action with those of <global>.
  Result<ActionArguments> Arguments(const hpdl_node& node);

  JobIdentity identity;
  std::string last_error_node;
  /// Where expressions find the file systems of Hadoop; empty: nowhere.
  std::function<FileSystems*()> file_systems;
  std::string callback_base;  ///< "" if nothing listens for callbacks

 private:
  Result<void> Evaluate(std::uint32_t index, std::string_view node, hpdl_eval* eval,
                        hpdl_value* value);
  Result<void> Fill(const hpdl_arg* args, std::uint32_t count, std::string_view node,
                    ArgNode* root);
  AskedFiles& Asked();
  Error Failure(const hpdl_expr& expression, std::string_view node, std::string_view why) const;

  const hpdl_workflow& workflow_;
  Properties properties_;
  std::vector<std::unique_ptr<NodeEntry>> entries_;
  mutable std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::string_view current_;
  mutable std::unique_ptr<PassedNodes> passed_;  ///< made when a token is read first
  Properties puts_;                              ///< of the current node, not in its row yet
  std::map<std::string, std::unique_ptr<AskedFiles>, std::less<>> asked_;  ///< by node
};

/// What expressions see of a row.
NodeRecord RecordOf(const NodeRow& row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_
