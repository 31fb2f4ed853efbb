#include "runtime/engines/report/run_token.h"

#include <algorithm>
#include <vector>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/passed_nodes.h"
#include "runtime/ground/base/json_writer.h"

namespace hpdl::rt {

std::string_view WordOf(TokenScope scope) {
  return scope == TokenScope::kUser ? "USER" : "SYSTEM";
}

RunToken::RunToken(const JobNodes& job, const hpdl_workflow* workflow, std::string_view only) {
  std::vector<bool> added(job.nodes.size());
  const auto add = [&](std::size_t index) {
    const NodeRow& row = job.nodes[index];
    if (!added[index] && (only.empty() || row.node == only)) {
      token.AddNode(row.node, records_.emplace_back(RecordOf(row)));
    }
    added[index] = true;
  };
  if (workflow != nullptr) {
    const JobView names(*workflow, {});
    std::vector<const NodeRow*> rows(workflow->node_count);
    for (const NodeRow& row : job.nodes) {
      if (const std::uint32_t node = names.Find(row.node); node != HPDL_NONE) {
        rows[node] = &row;
      }
    }
    const auto row_of = [&](std::uint32_t node) { return rows[node]; };
    for (const std::uint32_t node : PassedNodes(*workflow).All(row_of)) {
      add(static_cast<std::size_t>(rows[node] - job.nodes.data()));
    }
  }
  for (std::size_t i = 0; i < job.nodes.size(); ++i) {
    add(i);
  }
}

bool HasNode(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node) {
  const bool started = std::any_of(job.nodes.begin(), job.nodes.end(),
                                   [&](const NodeRow& row) { return row.node == node; });
  return started || (workflow != nullptr && JobView(*workflow, {}).Find(node) != HPDL_NONE);
}

std::string TokenJson(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node) {
  const RunToken run(job, workflow, node);
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("job", job.job.id);
  json.Member("run", job.run).Optional("node", node);
  for (const TokenScope scope : kTokenScopes) {
    json.Key(WordOf(scope)).BeginObject();
    for (const auto& [key, values] : run.token.scope(scope)) {
      if (!node.empty()) {
        json.Member(key, values.back().value);
        continue;
      }
      json.Key(key).BeginArray();
      for (const TokenValue& value : values) {
        json.BeginObject().Member("node", value.node).Member("value", value.value).EndObject();
      }
      json.EndArray();
    }
    json.EndObject();
  }
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
