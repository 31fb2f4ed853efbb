#ifndef HPDL_COMPILER_DRIVER_EVAL_EVAL_CONTEXT_H_
#define HPDL_COMPILER_DRIVER_EVAL_EVAL_CONTEXT_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/eval/eval_coordinator.h"
#include "compiler/hir/hir.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::driver {

/// The job in which `hpdlc eval` evaluates expressions. The file of --context describes the job
/// (docs/cli.md). Every part of the file is optional. A missing part has the value that it has in a
/// job that has just started.
class EvalContext final : public rt::RunView, public rt::TokenWriter {
 public:
  /// Reads a context file. If `json` is not a context file, the error has the place and the reason.
  rt::Result<void> Read(std::string_view json);

  /// Returns a line for each unknown key in the file, such as a misspelt key.
  const std::vector<std::string>& unknown() const { return unknown_; }

  /// Returns the type to which results are converted, such as "String" or "Map". Returns "" if
  /// results are not converted.
  const std::string& result_type() const { return result_type_; }
  hir::Dialect language() const {
    return dialect_ == HPDL_DIALECT_HWS ? hir::Dialect::kHws : hir::Dialect::kOozie;
  }
  /// Returns the environment, which decides the functions that the expressions may call.
  stdlib::Environment environment() const {
    return group_                         ? *group_
           : dialect_ == HPDL_DIALECT_HWS ? stdlib::kHwsWorkflow
                                          : stdlib::kOozieWorkflow;
  }
  /// Sets the workflow. ParameterName() returns the names of its parameters.
  void set_workflow(const hir::Workflow* workflow) { workflow_ = workflow; }

  std::uint32_t dialect() const override { return dialect_; }
  const rt::JobIdentity& job() const override { return job_; }
  const std::string* Property(std::string_view name) const override;
  const rt::NodeRecord* Node(std::string_view name) const override;
  std::optional<std::string> LastErrorNode() const override { return last_error_node_; }
  std::string_view CurrentNode() const override { return current_; }
  std::string CallbackBase() const override { return callback_base_; }
  std::string_view ParameterName(std::uint32_t index) const override {
    return workflow_->parameters[index].name;
  }
  void ReadToken(rt::Token* token) const override;
  const rt::CoordinatorView* coordinator() const override {
    return group_ ? &coordinator_ : nullptr;
  }
  /// Stores a value that later expressions can read.
  void PutToken(std::string key, std::string value) override;

 private:
  friend class ContextReader;
  struct TokenEntry {
    rt::TokenScope scope;
    std::string node, key, value;
  };
  std::uint32_t dialect_ = HPDL_DIALECT_OOZIE;
  std::optional<stdlib::Environment> group_;
  EvalCoordinator coordinator_;
  std::string result_type_;
  rt::JobIdentity job_;
  rt::Properties properties_;
  std::map<std::string, rt::NodeRecord, std::less<>> nodes_;
  std::vector<TokenEntry> token_;
  std::vector<std::string> unknown_;
  std::optional<std::string> last_error_node_;
  std::string current_;
  std::string callback_base_ = "http://0.0.0.0:11000/oozie/callback";
  const hir::Workflow* workflow_ = nullptr;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_EVAL_EVAL_CONTEXT_H_
