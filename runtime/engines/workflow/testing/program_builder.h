#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PROGRAM_BUILDER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PROGRAM_BUILDER_H_

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::rt::testing {

/// Makes the tables that the compiler would emit, for tests of the engine. Nodes refer to their
/// targets by name, and Finish() resolves the names. All tables live as long as the builder.
class WorkflowBuilder {
 public:
  explicit WorkflowBuilder(std::string name, std::uint32_t dialect = HPDL_DIALECT_OOZIE) {
    workflow_.dialect = dialect;
    workflow_.name = Text(std::move(name));
    workflow_.file_name = Keep("workflow.xml");
  }

  /// Text() adds an expression that is constant text; Call() adds an expression that calls a
  /// function. Each returns the index of the expression.
  std::uint32_t Text(std::string text) {
    exprs_.push_back({.fn = nullptr, .text = Keep(std::move(text)), .line = 1, .column = 1});
    return static_cast<std::uint32_t>(exprs_.size() - 1);
  }
  std::uint32_t Call(hpdl_expr_fn function, std::string as_written = "${...}") {
    exprs_.push_back({.fn = function, .text = Keep(std::move(as_written)), .line = 7, .column = 9});
    return static_cast<std::uint32_t>(exprs_.size() - 1);
  }

  void Start(const std::string& to) { Add(":start:", HPDL_START, {{"start", to, HPDL_NONE}}); }
  void End(const std::string& name) { Add(name, HPDL_END, {}); }
  void Kill(const std::string& name, std::uint32_t message) {
    Add(name, HPDL_KILL, {}).message = message;
  }
  void Fork(const std::string& name, const std::vector<std::string>& paths) {
    std::vector<Way> ways;
    ways.reserve(paths.size());
    for (const std::string& path : paths) {
      ways.push_back({path, path, HPDL_NONE});
    }
    Add(name, HPDL_FORK, std::move(ways));
  }
  void Join(const std::string& name, const std::string& to) {
    Add(name, HPDL_JOIN, {{to, to, HPDL_NONE}});
  }
  /// A case is a predicate and a target. `otherwise` is the target of the default.
  void Decision(const std::string& name,
                const std::vector<std::pair<std::uint32_t, std::string>>& cases,
                const std::string& otherwise) {
    std::vector<Way> ways;
    ways.reserve(cases.size() + 1);
    for (const auto& [when, to] : cases) {
      ways.push_back({to, to, when});
    }
    ways.push_back({otherwise, otherwise, HPDL_NONE});
    Add(name, HPDL_DECISION, std::move(ways));
  }
  /// `arguments` are the texts of elements with the field numbers 0, 1 and so on.
  void Action(const std::string& name, const hpdl_kind* kind, const std::string& ok,
              const std::string& error, const std::vector<std::uint32_t>& arguments = {}) {
    hpdl_node& node = Add(name, HPDL_ACTION, {{"ok", ok, HPDL_NONE}, {"error", error, HPDL_NONE}});
    node.kind = kind;
    node.kind_name = Keep("test");
    std::vector<hpdl_arg>& args = args_.emplace_back();
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      args.push_back({.field = i, .end = i + 1, .expr = arguments[i], .line = 1});
    }
    node.args = args.data();
    node.arg_count = static_cast<std::uint32_t>(args.size());
  }
  /// Sets retry-max and retry-interval of an action.
  void RetriesOf(const std::string& name, std::uint32_t max, std::uint32_t interval) {
    At(name).retry_max = max;
    At(name).retry_interval = interval;
  }
  /// Sets the expression of <on-finish> of an action.
  void OnFinishOf(const std::string& name, std::uint32_t expression) {
    At(name).on_finish = expression;
  }
  void Parameter(const std::string& name) {
    parameters_.push_back({.name = Keep(name), .default_value = {}, .has_default = 0});
  }
  void Parameter(const std::string& name, const std::string& value) {
    parameters_.push_back({.name = Keep(name), .default_value = Keep(value), .has_default = 1});
  }
  void Default(const std::string& name, const std::string& value) {
    defaults_.push_back({Keep(name), Keep(value)});
  }

  hpdl_workflow Finish() {
    std::map<std::string_view, std::uint32_t> index;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      index[{nodes_[i].name.data, nodes_[i].name.size}] = i;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      std::vector<hpdl_edge>& edges = edges_.emplace_back();
      for (const Way& way : ways_[i]) {
        edges.push_back({.name = Keep(way.name), .target = index.at(way.to), .when = way.when});
      }
      nodes_[i].edges = edges.data();
      nodes_[i].edge_count = static_cast<std::uint32_t>(edges.size());
    }
    workflow_.nodes = nodes_.data();
    workflow_.node_count = static_cast<std::uint32_t>(nodes_.size());
    workflow_.start = index.at(":start:");
    workflow_.exprs = exprs_.data();
    workflow_.expr_count = static_cast<std::uint32_t>(exprs_.size());
    workflow_.parameters = parameters_.data();
    workflow_.parameter_count = static_cast<std::uint32_t>(parameters_.size());
    workflow_.defaults = defaults_.data();
    workflow_.default_count = static_cast<std::uint32_t>(defaults_.size());
    return workflow_;
  }

  hpdl_workflow& workflow() { return workflow_; }
  hpdl_str Keep(std::string text) {
    const std::string& kept = texts_.emplace_back(std::move(text));
    return {kept.data(), kept.size()};
  }

 private:
  struct Way {
    std::string name;
    std::string to;
    std::uint32_t when;
  };

  hpdl_node& At(const std::string& name) {
    const auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const hpdl_node& node) {
      return std::string_view(node.name.data, node.name.size) == name;
    });
    return *found;
  }
  hpdl_node& Add(const std::string& name, std::uint32_t type, std::vector<Way> ways) {
    hpdl_node node{};
    node.name = Keep(name);
    node.type = type;
    node.line = static_cast<std::uint32_t>(nodes_.size() + 2);
    node.message = HPDL_NONE;
    node.retry_max = node.retry_interval = node.retry_policy = node.on_finish = HPDL_NONE;
    ways_.push_back(std::move(ways));
    return nodes_.emplace_back(node);
  }

  hpdl_workflow workflow_{};
  std::deque<std::string> texts_;
  std::deque<std::vector<hpdl_edge>> edges_;
  std::deque<std::vector<hpdl_arg>> args_;
  std::vector<std::vector<Way>> ways_;
  std::vector<hpdl_node> nodes_;
  std::vector<hpdl_expr> exprs_;
  std::vector<hpdl_parameter> parameters_;
  std::vector<hpdl_property> defaults_;
};

/// A program of the given workflows. The first workflow is the root.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::vector<hpdl_workflow> workflows,
                          std::vector<std::pair<std::string, std::uint32_t>> subs = {})
      : workflows_(std::move(workflows)), sub_texts_(std::move(subs)) {
    for (const auto& [path, workflow] : sub_texts_) {
      subs_.push_back({.app_path = {path.data(), path.size()}, .workflow = workflow});
    }
    program.abi_version = HPDL_ABI_VERSION;
    program.workflows = workflows_.data();
    program.workflow_count = static_cast<std::uint32_t>(workflows_.size());
    program.subs = subs_.data();
    program.sub_count = static_cast<std::uint32_t>(subs_.size());
    SetHash("test");
  }
  void SetHash(std::string hash) {
    hash_ = std::move(hash);
    program.content_hash = {hash_.data(), hash_.size()};
  }

  hpdl_program program{};

 private:
  std::vector<hpdl_workflow> workflows_;
  std::vector<std::pair<std::string, std::uint32_t>> sub_texts_;
  std::vector<hpdl_sub> subs_;
  std::string hash_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_PROGRAM_BUILDER_H_
