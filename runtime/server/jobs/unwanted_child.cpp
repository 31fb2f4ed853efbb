#include "runtime/server/jobs/unwanted_child.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/world.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/coordinator/action_states.h"
#include "runtime/store/local/found_job.h"

namespace hpdl::rt {
namespace {

using Reason = std::optional<std::string>;

Reason ByAction(Journal& journal, const ServedJob& child, std::string_view number) {
  const std::optional<std::int64_t> place = ParseNumber(number);
  if (!place) {
    return std::nullopt;
  }
  ActionQuery query;
  query.first = query.last = *place;
  const auto rows = journal.coordinator().Actions(query);
  if (!rows || rows->empty()) {
    return std::nullopt;
  }
  const CoordinatorActionRow& row = rows->front();
  const std::string action = "the action " + child.parent;
  if (IsTerminal(row.state)) {
    return action + " is " + std::string(WordOf(row.state));
  }
  const bool keyed = child.key.starts_with(child.parent + "/");
  const std::optional<std::int64_t> run =
      keyed ? ParseNumber(std::string_view(child.key).substr(child.parent.size() + 1))
            : std::nullopt;
  return run && *run < row.run ? Reason(action + " has been run again") : std::nullopt;
}

Reason ByBundle(Journal& journal, const ServedJob& child) {
  const auto rows = journal.coordinator().Bundled();
  if (!rows || !child.key.starts_with(child.parent + "/")) {
    return std::nullopt;
  }
  const std::string name = child.key.substr(child.parent.size() + 1);
  for (const BundledRow& row : *rows) {
    if (row.name == name && IsFinished(row.state)) {
      return "the coordinator " + name + " of " + child.parent + " is " +
             std::string(WordOf(row.state));
    }
  }
  return std::nullopt;
}

/// True if one of the attempts of the node has the tag, or if the node's progress names the tag.
bool Asks(const NodeRow& node, const JobIdentity& job, const std::string& tag) {
  if ((" " + node.progress + " ").find(" " + tag + " ") != std::string::npos) {
    return true;
  }
  for (std::uint32_t attempt = 0; attempt <= node.attempt; ++attempt) {
    if (AttemptTag(job, node.run, node.node, attempt) == tag) {
      return true;
    }
  }
  return false;
}

Reason ByWorkflow(Journal& journal, const ServedJob& child, const FoundJob& parent) {
  const auto nodes = journal.Nodes(parent.job.number, parent.job.run);
  if (!nodes || child.external.empty()) {
    return std::nullopt;
  }
  JobIdentity job;
  job.id = parent.job.id;
  job.salt = parent.facts.salt;
  const auto asks = std::find_if(nodes->begin(), nodes->end(), [&](const NodeRow& node) {
    return Asks(node, job, child.external);
  });
  return asks != nodes->end() && IsEnd(asks->state)
             ? Reason("the action " + asks->node + " of " + child.parent + " is " +
                      std::string(StateName(asks->state, parent.job.dialect)))
             : std::nullopt;
}

}  // namespace

bool IsOfProgram(const ServedJob& child) {
  return child.key.starts_with(child.parent + "/") ||
         (child.key.starts_with("hpdl-") && child.key == child.external);
}

std::optional<std::string> WhyUnwanted(StateDirectory& state, const ServedJob& child) {
  if (child.parent.empty()) {
    return std::nullopt;
  }
  const std::size_t at = child.parent.find('@');
  const Result<FoundJob> parent = FindJob(state, child.parent.substr(0, at));
  if (!parent || parent->job.user != child.user) {
    return std::nullopt;
  }
  // A FAILED coordinator or bundle still waits for the children that it has asked for.
  const JobType type = TypeOf(parent->job.state);
  for (const JobRow* job : {&parent->job, &parent->root}) {
    if (type == JobType::kWorkflow && IsEnd(job->state)) {
      return "the parent job " + job->id + " is " +
             std::string(StateName(job->state, job->dialect));
    }
  }
  const auto journal = state.OpenJob(parent->root.id, true);
  if (!journal) {
    return std::nullopt;
  }
  return at != std::string::npos      ? ByAction(**journal, child, child.parent.substr(at + 1))
         : type == JobType::kBundle   ? ByBundle(**journal, child)
         : type == JobType::kWorkflow ? ByWorkflow(**journal, child, *parent)
                                      : std::nullopt;
}

}  // namespace hpdl::rt
