#include "runtime/server/protocols/oozie/workflow_json.h"

#include <utility>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::rt {
namespace {

/// Returns Oozie's name for the type of a control node, and the type of an action unchanged.
std::string_view TypeOf(const NodeRow& node) {
  struct Name {
    std::string_view here, there;
  };
  constexpr Name kNames[] = {{"start", ":START:"},  {"end", ":END:"},   {"kill", ":KILL:"},
                             {"fail", ":KILL:"},    {"fork", ":FORK:"}, {"join", ":JOIN:"},
                             {"decision", "switch"}};
  for (const Name& name : kNames) {
    if (name.here == node.type) {
      return name.there;
    }
  }
  return node.type;
}

bool IsControl(const NodeRow& node) {
  return TypeOf(node) != node.type;
}

/// Returns the transition of a node: "" if it leads to no node, "*" if it leads to several nodes.
std::string_view TransitionOf(const NodeRow& node) {
  return node.type == "fork" && !node.transition.empty() ? "*" : std::string_view(node.transition);
}

/// Returns the external status of a node. If no other system has reported a status, returns "" for
/// a node that was killed or has not ended. Otherwise returns the chosen node for a decision, and
/// the status word for any other node.
std::string_view ExternalStatusOf(const NodeRow& node) {
  if (!node.external_status.empty() || !IsEnd(node.state) || node.state == NodeState::kKilled) {
    return node.external_status;
  }
  if (node.type == "decision") {
    return node.transition;
  }
  return node.state == NodeState::kOk ? "OK" : ActionStatus(node.state);
}

/// Writes a value; an empty value of a node that has started is "-".
void WriteExternal(JsonWriter* json, std::string_view name, const NodeRow& node,
                   std::string_view value) {
  json->Optional(name, value.empty() && node.started_ms != 0 ? "-" : value);
}

std::string Named(std::string_view kind, std::string_view label, std::string_view name,
                  std::string_view status) {
  std::string text(kind);
  return text.append(label).append("[").append(name).append("] status[").append(status).append("]");
}

/// Returns a node as Oozie shows it. If oozie.suspend.on.nodes has suspended the job at the node,
/// the node has not begun in Oozie, so the result has no start time and no message. A sub-workflow
/// node without a console URL gets the URL of its job on this server, unlike in Oozie.
NodeRow AsOozieHasIt(NodeRow node, std::string_view console_url) {
  if (node.type == "sub-workflow" && !node.external_id.empty() && node.console_url.empty()) {
    node.tracker_uri = "local";
    node.console_url = std::string(console_url) + "?job=" + node.external_id;
  }
  if (node.state == NodeState::kStartManual && !node.error_class && node.error_code.empty()) {
    node.state = NodeState::kPrep;
    node.started_ms = 0;
    node.error_message.clear();
  }
  return node;
}

/// Returns the ids of the Hadoop jobs that an action's tool has started.
std::string ChildIdsOf(const NodeRow& node) {
  constexpr const char* kJobs = "hadoopJobs";
  if (!node.data || node.data->find(kJobs) == std::string::npos) {
    return {};
  }
  Properties data = DataFromText(*node.data);
  return std::move(data[kJobs]);
}

RetryState RetriesOf(const NodeRow& node) {
  const Result<ActionArguments> arguments = node.arguments.empty()
                                                ? Result<ActionArguments>(ActionArguments())
                                                : DecodeArguments(node.arguments);
  return arguments ? arguments->retry : RetryState();
}

}  // namespace

std::string_view WorkflowStatus(JobState state) {
  return StateName(state, HPDL_DIALECT_OOZIE);
}

std::string_view ActionStatus(NodeState state) {
  return StateName(state, HPDL_DIALECT_OOZIE);
}

void BeginWorkflow(JsonWriter* json, const JobRow& job, const WorkflowExtras& extras) {
  json->BeginObject().Member("appName", job.app_name);
  json->Optional("externalId", extras.external_id).Optional("conf", extras.conf);
  json->Member("run", job.run).Key("acl").Null();
  json->Optional("appPath", extras.app_path ? std::string_view(job.app_path) : "");
  json->Optional("parentId", extras.parent_id).Time("lastModTime", job.modified_ms);
  json->Optional("consoleUrl", extras.console_url.empty()
                                   ? std::string()
                                   : std::string(extras.console_url) + "?job=" + job.id);
  json->Time("createdTime", job.created_ms).Time("startTime", job.started_ms);
  json->Member("toString", Named("Workflow ", "id", job.id, WorkflowStatus(job.state)));
  json->Member("id", job.id).Time("endTime", job.ended_ms).Member("user", job.user);
  json->Key("actions").BeginArray();
}

void EndWorkflow(JsonWriter* json, const JobRow& job) {
  json->EndArray().Member("status", WorkflowStatus(job.state)).Optional("group", job.group);
  json->EndObject();
}

void WriteAction(JsonWriter* json, const NodeRow& row, const std::optional<std::string>& conf,
                 std::string_view job_id, std::string_view console_url) {
  const NodeRow node = AsOozieHasIt(row, console_url);
  constexpr std::int64_t kMinuteMs = 60'000, kDefaultInterval = 10;
  const RetryState retry = RetriesOf(node);
  json->BeginObject().Key("cred").Null();
  json->Member("userRetryMax", std::int64_t{retry.user_max});
  WriteExternal(json, "trackerUri", node, node.tracker_uri);
  json->Optional("data", node.data.value_or("")).Optional("errorMessage", node.error_message);
  json->Member("userRetryCount", std::int64_t{retry.user_tries});
  json->Optional("externalChildIDs", ChildIdsOf(node));
  WriteExternal(json, "externalId", node, node.external_id);
  json->Optional("errorCode", node.error_code).Key("conf");
  if (conf || IsControl(node)) {
    json->Text(conf.value_or(""));
  } else {
    json->Null();
  }
  json->Member("type", TypeOf(node)).Optional("transition", TransitionOf(node));
  json->Member("retries", std::int64_t{node.attempt});
  WriteExternal(json, "consoleUrl", node, node.console_url);
  json->Key("stats").Null();
  json->Member("userRetryInterval",
               retry.user_max == 0 ? kDefaultInterval : retry.user_interval_ms / kMinuteMs);
  json->Member("name", node.node).Time("startTime", node.started_ms);
  json->Member("toString", Named("Action ", "name", node.node, ActionStatus(node.state)));
  json->Member("id", std::string(job_id) + "@" + node.node).Time("endTime", node.ended_ms);
  json->Optional("externalStatus", ExternalStatusOf(node));
  json->Member("status", ActionStatus(node.state)).EndObject();
}

}  // namespace hpdl::rt
