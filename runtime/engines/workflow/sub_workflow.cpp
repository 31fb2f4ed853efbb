#include <algorithm>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/rerun.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/text_parts.h"

/// A sub-workflow is a separate job in the same process and journal, and an action of its parent
/// waits for the job. The child's row and its id in the action's row become durable together, so a
/// resumed action finds its child again. In a rerun of failed nodes the child of the earlier run
/// runs its own failed nodes again, as the same job.
namespace hpdl::rt {
namespace {

/// The property that marks a rerun of the child by the parent, as in Oozie.
constexpr const char* kChildRerunByParent = "oozie.action.subworkflow.rerun";

std::string_view TrimPath(std::string_view path) {
  constexpr std::string_view kFile = "/workflow.xml";
  if (path.size() > kFile.size() && path.substr(path.size() - kFile.size()) == kFile) {
    path.remove_suffix(kFile.size());
  }
  while (path.size() > 1 && path.back() == '/') {
    path.remove_suffix(1);
  }
  return path;
}

/// Returns the depth that the properties of a sub-workflow job contain, or 0. The depth is in the
/// properties if the parent of the job runs in another process.
long DepthIn(const Properties& child) {
  const auto found = child.find("oozie.action.subworkflow.depth");
  const auto depth =
      found == child.end() ? std::optional<std::int64_t>() : ParseNumber(found->second);
  return depth ? static_cast<long>(*depth) : 0;
}

/// Returns the <global> with which the compiler compiled the sub-workflows of a workflow.
std::string_view HandedGlobal(const hpdl_workflow& workflow) {
  const std::string_view handed = ToView(workflow.handed_global);
  return handed.empty() ? ToView(workflow.inherited_global) : handed;
}

Outcome Refused(std::string code, std::string message) {
  return Outcome::Failed(ErrorClass::kError, std::move(code), std::move(message));
}

}  // namespace

std::uint32_t JobRun::FindSubWorkflow(const std::string& app_path, const hpdl_node& node) const {
  const hpdl_program& program = loop_.program();
  std::vector<std::string_view> texts{app_path};
  // For a path such as `${appRoot}/sub`, the compiler's table has only this text, not its value.
  // The values of <configuration> are not paths, so the descendants of arguments are passed over.
  for (std::uint32_t i = 0; i < node.arg_count; i = node.args[i].end) {
    if (node.args[i].expr != HPDL_NONE) {
      texts.push_back(ToView(view_.workflow().exprs[node.args[i].expr].text));
    }
  }
  const auto find = [&](const auto& fits) {
    for (const std::string_view text : texts) {
      for (std::uint32_t i = 0; i < program.sub_count; ++i) {
        const hpdl_sub& sub = program.subs[i];
        if (sub.workflow < program.workflow_count &&
            TrimPath(ToView(sub.app_path)) == TrimPath(text) && fits(sub)) {
          return sub.workflow;
        }
      }
    }
    return HPDL_NONE;
  };
  // Two definitions may contain the same path for different workflows, or for one workflow that
  // inherits another <global> from each. So the entries of this job's own definition are tried
  // first, and then only the entries whose workflow inherits what this job hands on.
  const std::uint32_t own = find([&](const hpdl_sub& sub) { return sub.parent == row_.workflow; });
  if (own != HPDL_NONE) {
    return own;
  }
  const std::string_view handed = HandedGlobal(view_.workflow());
  return find([&](const hpdl_sub& sub) {
    const hpdl_workflow& workflow = program.workflows[sub.workflow];
    return workflow.dialect == HPDL_DIALECT_HWS || ToView(workflow.inherited_global) == handed;
  });
}

JobRun* JobRun::ChildOf(const NodeEntry& entry) {
  return entry.row.external_id.empty() ? nullptr : loop_.FindJob(entry.row.external_id);
}

/// Returns the row of the child of an earlier run that the action of `row` must run again, or null
/// if the action must make a new child. Oozie chooses the child of the earlier run in a rerun of
/// failed nodes, whatever the end of the child was.
const JobRow* JobRun::ChildBefore(const NodeRow& row) {
  if (HadChild(row)) {
    return nullptr;
  }
  const std::optional<NodeRow> before = RowBefore(row.node);
  const JobRow* child = before ? loop_.EndedRow(before->external_id) : nullptr;
  return child != nullptr && child->parent == row_.number ? child : nullptr;
}

/// True if an earlier attempt of this run has begun a child. Then this attempt is a retry of the
/// action, and a retry makes a new child.
bool JobRun::HadChild(const NodeRow& row) {
  if (row.attempt == 0) {
    return false;
  }
  const Result<std::vector<AttemptRow>> attempts = loop_.journal().Attempts(row_.number, row_.run);
  if (!attempts) {
    loop_.Break(attempts.error());
    return true;
  }
  return std::any_of(attempts->begin(), attempts->end(), [&](const AttemptRow& each) {
    return each.node == row.node && !each.external_id.empty();
  });
}

/// Checks the properties of a child. Then sets the members of its row that the properties and the
/// definition determine. A row without an id gets a new id.
Result<void> JobRun::DescribeChild(std::uint32_t workflow, const std::string& app_path,
                                   const Properties& properties, JobRow* row) {
  HPDL_TRY(CheckJob(properties));
  HPDL_TRY(CheckNotifications(properties, loop_.program().network != nullptr));
  const hpdl_workflow& definition = loop_.program().workflows[workflow];
  row->workflow = workflow;
  row->dialect = definition.dialect;
  row->app_path = app_path;
  row->user = row_.user;
  row->group = GroupOf(properties);
  if (row->id.empty()) {
    Result<std::string> id = loop_.state().NewJobId(row_.user);
    HPDL_TRY(id);
    row->id = *id;
  }
  JobView names(definition, properties);
  names.identity = {row->id, {}, row->user, row->group, row->app_path, row->run};
  Result<std::string> name = names.Text(definition.name, {});
  HPDL_TRY(name);
  row->app_name = *name;
  return {};
}

Result<JobRun*> JobRun::MakeChild(NodeEntry& entry, std::uint32_t workflow,
                                  const std::string& app_path, const Properties& configuration) {
  const hpdl_workflow& definition = loop_.program().workflows[workflow];
  PropertyLayers layers;
  layers.given = configuration;
  layers.given.try_emplace("user.name", row_.user);
  Result<Properties> properties = ResolveProperties(definition, layers);
  HPDL_TRY(properties);
  JobRow row;
  row.parent = row_.number;
  row.parent_node = entry.row.node;
  row.created_ms = NowMs();
  HPDL_TRY(DescribeChild(workflow, app_path, *properties, &row));
  row.number = loop_.NextJobNumber();
  entry.row.external_id = row.id;
  {
    Transaction together(loop_);
    together.Put(row.number, 0, *properties);
    together.Put(row);
    together.Put(entry.row);
  }
  return &loop_.Adopt(
      std::make_unique<JobRun>(loop_, definition, std::move(row), std::move(*properties)));
}

/// Begins the next run of the child `ended`, which skips the nodes of the child that ended OK.
Result<JobRun*> JobRun::RunChildAgain(NodeEntry& entry, const JobRow& ended, std::uint32_t workflow,
                                      const std::string& app_path,
                                      const Properties& configuration) {
  const hpdl_workflow& definition = loop_.program().workflows[workflow];
  RerunOptions options;
  options.run.properties = configuration;
  options.run.properties[kFailNodesProperty] = "true";
  options.run.properties[kChildRerunByParent] = "true";
  Result<NextRun> next = NextRunOf(loop_.journal(), ended, definition, options, {});
  if (!next && next.error().error_class != ErrorClass::kError) {
    loop_.Break(next.error());  // the journal cannot be read
  }
  HPDL_TRY(next);
  HPDL_TRY(DescribeChild(workflow, app_path, next->properties, &next->job));
  entry.row.external_id = next->job.id;
  {
    Transaction together(loop_);
    together.Put(*next);
    together.Put(entry.row);
  }
  JobRun& child = loop_.Adopt(std::make_unique<JobRun>(loop_, definition, std::move(next->job),
                                                       std::move(next->properties)));
  child.TakeRows(std::move(next->skipped));
  return &child;
}

Outcome TooDeep(std::int64_t depth, std::int64_t most) {
  return Refused("SUBWF001", "Depth [" + std::to_string(depth) +
                                 "] cannot exceed maximum subworkflow depth [" +
                                 std::to_string(most) + "]");
}

Task<Outcome> JobRun::RunSubWorkflow(Branch& branch, std::uint32_t node, std::string app_path,
                                     Properties configuration) {
  NodeEntry& entry = *view_.Entry(node);
  JobRun* child = ChildOf(entry);
  if (child == nullptr) {
    const std::uint32_t workflow = FindSubWorkflow(app_path, At(node));
    if (workflow == HPDL_NONE) {
      co_return Refused("E0711",
                        "no workflow was compiled into the program of the job for the app-path '" +
                            app_path + "' (hpdlc build --sub)");
    }
    const std::int64_t most = loop_.site().Number(Setting::kMaxDepth, view_.properties());
    const long depth = std::max<long>(loop_.Depth(row_) + 1, DepthIn(configuration));
    if (depth > most) {
      co_return TooDeep(depth, most);
    }
    const JobRow* before = ChildBefore(entry.row);
    Result<JobRun*> made = before != nullptr
                               ? RunChildAgain(entry, *before, workflow, app_path, configuration)
                               : MakeChild(entry, workflow, app_path, configuration);
    if (!made) {
      co_return Refused(made.error().code, made.error().message);
    }
    child = *made;
  }
  if (!child->ended()) {
    child->Start();
    child->TellParent();
    loop_.Idle();  // the waiting parent branch does not count as busy, but the child's branches do
    co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void()>(
        [this, child](auto handler) {
          auto slot = boost::asio::get_associated_cancellation_slot(handler);
          if (slot.is_connected()) {
            slot.assign([&loop = loop_, id = child->row().id](boost::asio::cancellation_type) {
              if (JobRun* live = loop.LiveJob(id)) {
                live->Finish(JobState::kKilled, {}, "killed with its parent");
              }
            });
          }
          child->ended_waiters().Add(std::move(handler));
        },
        boost::asio::use_awaitable);
    loop_.Busy();
  }
  const JobRow& row = child->row();
  Outcome outcome;
  if (row.state != JobState::kSucceeded) {
    outcome = Refused(row.error_code.empty() ? "E0725" : row.error_code,
                      "sub-workflow job " + row.id + " ended " +
                          std::string(StateName(row.state, row.dialect)) +
                          (row.error_message.empty() ? "" : ": " + row.error_message));
  }
  outcome.external_id = row.id;
  if (!branch.cancelled) {  // a kill of the parent sets no status, as in Oozie
    outcome.external_status = StateName(row.state, row.dialect);
  }
  loop_.Release(*child);
  co_return outcome;
}

}  // namespace hpdl::rt
