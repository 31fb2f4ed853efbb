#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
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
  bool recorded = false;  ///< true if the row has been put into the journal

  /// Returns the node's record for expressions. The record is made from the row in the first call,
  /// because expressions use few nodes. The record is valid until the row changes.
  const NodeRecord& Record();
  /// Drops the record. Must be called when the row has changed.
  void Refresh() { record_.reset(); }

 private:
  std::unique_ptr<NodeRecord> record_;
};

/// The data of one job in memory, for expressions. The JobRun of the job owns the view. A
/// submission also makes a view for a short time, to evaluate names and parameters before the job
/// runs.
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
  Result<std::string> HadoopProperty(std::string_view server, std::string_view name) const override;
  void ReadToken(Token* token) const override;
  void PutToken(std::string key, std::string value) override;
  Result<FileInfo> Stat(const std::string& uri) override;
  Result<bool> ExistsGlob(const std::string& uri_glob) override;
  Result<std::int64_t> DirectorySize(const std::string& uri) override;
  /// Moves new values of the workflow token into `row`, the row of the node that was evaluated
  /// last. Returns false if the node has put no value.
  bool TakePuts(NodeRow* row);

  const hpdl_workflow& workflow() const { return workflow_; }
  const Properties& properties() const { return properties_; }
  /// Returns the index of the node, or HPDL_NONE if the workflow has no such node.
  std::uint32_t Find(std::string_view name) const;
  NodeEntry* Entry(std::uint32_t index) {
    return index < entries_.size() ? entries_[index].get() : nullptr;
  }
  NodeEntry& MakeEntry(std::uint32_t index);

  /// Evaluates expression `index` for `node` and returns its text. A null value becomes "". The
  /// error's message names the node, the place in the definition and the expression.
  Result<std::string> Text(std::uint32_t index, std::string_view node);
  /// Evaluates the predicate `index` of a decision's case. `text` gets the value as a text.
  Result<bool> Predicate(std::uint32_t index, std::string_view node, std::string* text);
  /// Evaluates the expressions in `texts` for `node`. The texts are from files that were read while
  /// the job runs. EvaluateTexts() of interpreter.h uses this function.
  Result<Properties> Interpret(const hpdl_names& names, const Properties& texts,
                               std::string_view node);
  /// Returns the unanswered questions about files that made the last evaluation for `node` fail, or
  /// null. The caller must get the answers and evaluate again.
  AskedFiles* Unanswered(std::string_view node);
  /// Drops the answers for `node`, which are used only for one evaluation.
  void ForgetAnswers(std::string_view node);
  /// Evaluates the arguments of an action, and the arguments of <global> that the action uses.
  Result<ActionArguments> Arguments(const hpdl_node& node);

  JobIdentity identity;
  std::string last_error_node;
  /// Returns the file systems of Hadoop for use in expressions. The function is empty if there are
  /// no file systems.
  std::function<FileSystems*()> file_systems;
  std::string callback_base;  ///< the beginning of callback URLs; "" if no callbacks are accepted

 private:
  Result<void> Evaluate(std::uint32_t index, std::string_view node, hpdl_eval* eval,
                        hpdl_value* value);
  /// Evaluates arguments. Leaves out the arguments with the indices `unused`, which are sorted, and
  /// their descendants.
  Result<void> Fill(const hpdl_arg* args, std::uint32_t count,
                    std::span<const std::uint32_t> unused, std::string_view node, ArgNode* root);
  AskedFiles& Asked();
  Error Failure(const hpdl_expr& expression, std::string_view node, std::string_view why) const;

  const hpdl_workflow& workflow_;
  Properties properties_;
  std::vector<std::unique_ptr<NodeEntry>> entries_;
  mutable std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::string_view current_;
  /// Finds the nodes for the workflow token. The object is made when an expression first reads the
  /// token.
  mutable std::unique_ptr<PassedNodes> passed_;
  Properties puts_;  ///< the current node's token values that are not in its row yet
  /// The questions about files, by node name.
  std::map<std::string, std::unique_ptr<AskedFiles>, std::less<>> asked_;
};

/// Returns the record that expressions read for the node of `row`.
NodeRecord RecordOf(const NodeRow& row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_VIEW_H_
