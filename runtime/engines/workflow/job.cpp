#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/request_rules.h"
#include "runtime/engines/workflow/rerun.h"
#include "runtime/engines/workflow/retry.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/ground/abi/node_type.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {
namespace {

/// True if the node waits for a person and the wait may not have been reported.
bool AsksUntold(const NodeEntry& entry) {
  return WaitsForPerson(entry.row.state) && IsUntold(entry.row.arguments);
}

/// Returns the type of a node for the journal.
std::string_view TypeName(const hpdl_node& node, std::uint32_t dialect) {
  return node.type == HPDL_KILL && dialect == HPDL_DIALECT_HWS ? "fail" : NodeTypeName(node);
}

}  // namespace

JobRun::JobRun(Loop& loop, const hpdl_workflow& workflow, JobRow row, Properties properties)
    : loop_(loop), row_(std::move(row)), view_(workflow, std::move(properties)) {
  ++in_memory_;
  notices_ = JobNotices(view_.properties(), loop_.IdOf(row_.parent));
  view_.file_systems = [this] { return loop_.file_systems(); };
  view_.identity = {row_.id,       row_.app_name, row_.user,         row_.group,
                    row_.app_path, row_.run,      loop_.facts().salt};
  view_.last_error_node = row_.last_error_node;
  view_.callback_base = loop_.callbacks() == nullptr ? "" : loop_.callbacks()->base();
  const std::string* nodes = view_.Property("oozie.suspend.on.nodes");
  std::string_view left = nodes == nullptr ? std::string_view() : *nodes;
  while (!left.empty()) {
    const std::size_t comma = left.find(',');
    std::string_view name = left.substr(0, comma);
    left = comma == std::string_view::npos ? std::string_view() : left.substr(comma + 1);
    while (!name.empty() && name.front() == ' ') {
      name.remove_prefix(1);
    }
    while (!name.empty() && name.back() == ' ') {
      name.remove_suffix(1);
    }
    if (!name.empty()) {
      suspend_nodes_.emplace(name);
    }
  }
}

JobRun::~JobRun() {
  --in_memory_;
  while (branches_ != nullptr) {
    Branch* branch = branches_;
    branches_ = branch->next;
    delete branch;
  }
}

Result<void> JobRun::Load() {
  Result<std::vector<NodeRow>> rows = loop_.journal().Nodes(row_.number, row_.run);
  HPDL_TRY(rows);
  TakeRows(std::move(*rows));
  return {};
}

void JobRun::TakeRows(std::vector<NodeRow> rows) {
  for (NodeRow& row : rows) {
    const std::uint32_t index = view_.Find(row.node);
    // An earlier version of this program also recorded skipped nodes that the definition lacks.
    if (index == HPDL_NONE) {
      continue;
    }
    NodeEntry& entry = view_.MakeEntry(index);
    entry.row = std::move(row);
    entry.recorded = true;
  }
}

void JobRun::PutJob() {
  row_.modified_ms = NowMs();
  Transaction together(loop_);
  together.Notify(notices_.Of(row_));
  together.Put(row_);
  ProgressEvent event;
  event.type = ProgressEvent::Type::kJob;
  event.time_ms = row_.modified_ms;
  event.job_id = row_.id;
  event.job = row_.number;
  event.state = StateName(row_.state, row_.dialect);
  event.error_code = row_.error_code;
  event.message = IsEnd(row_.state) ? row_.error_message : row_.suspended_by;
  loop_.Tell(std::move(event));
  TellParent();
}

void JobRun::TellParent() {
  JobRun* parent = ended() ? nullptr : loop_.ParentOf(row_);
  if (parent != nullptr) {
    parent->SetExternalStatus(parent->view_.Find(row_.parent_node),
                              StateName(row_.state, row_.dialect));
  }
}

void JobRun::Start() {
  const std::optional<JobEnd> unfinished = UnfinishedEnd();
  if (!unfinished && IsHeldAlone(row_)) {
    parked_.push_back({view_.workflow().start, nullptr});
    return;  // the job waits until it is resumed by its own id
  }
  if (row_.state != JobState::kRunning) {
    Require(MayFollow(row_.state, JobState::kRunning), "job", StateName(row_.state, 0), "RUNNING");
    row_.state = JobState::kRunning;
    row_.suspended_by.clear();
    if (row_.started_ms == 0) {
      row_.started_ms = NowMs();
    }
    PutJob();
  }
  if (unfinished) {
    // An earlier process died while it ended the job, so no branch may start again.
    Finish(unfinished->state, unfinished->code, unfinished->message);
    return;
  }
  started_ = true;
  if (loop_.suspended()) {
    Suspend("user");  // the loop was suspended after the parent's action had begun
  }
  Spawn(view_.workflow().start, nullptr);
}

void JobRun::Spawn(std::uint32_t node, ForkPath path) {
  ++live_;
  loop_.Busy();
  loop_.Announce();
  // The call is posted, because direct calls would nest on the stack for forks in forks.
  boost::asio::post(loop_.io(), [this, node, path = std::move(path)]() mutable {
    loop_.Arrived();
    Launch(node, std::move(path));
  });
}

void JobRun::Launch(std::uint32_t node, ForkPath path) {
  auto* branch = new Branch;
  branch->next = branches_;
  if (branches_ != nullptr) {
    branches_->previous = branch;
  }
  branches_ = branch;
  branch->cancelled = ending_;
  boost::asio::co_spawn(
      loop_.io(), RunBranch(*branch, node, std::move(path)),
      boost::asio::bind_cancellation_slot(
          branch->cancel.slot(), [this, branch](const std::exception_ptr& thrown) {
            (branch->previous != nullptr ? branch->previous->next : branches_) = branch->next;
            if (branch->next != nullptr) {
              branch->next->previous = branch->previous;
            }
            delete branch;
            if (thrown != nullptr) {
              loop_.Break({ErrorClass::kFatal, "E0607", "out of memory or an internal error"});
            }
          }));
}

Task<void> JobRun::RunBranch(Branch& branch, std::uint32_t node, ForkPath path) {
  while (node != kStop && !ending_ && !MustWait(node, path) && MayEnter(node)) {
    std::uint32_t next = kStop;
    switch (At(node).type) {
      case HPDL_START:
        next = PassStart(node);
        break;
      case HPDL_DECISION:
        next = PassDecision(node);
        break;
      case HPDL_FORK:
        PassFork(node, path);
        break;
      case HPDL_JOIN:
        next = PassJoin(node, &path);
        break;
      case HPDL_END:
        PassEnd(node);
        break;
      case HPDL_KILL:
        next = PassKill(node);
        break;
      default:
        next = co_await PassAction(branch, node);
        break;
    }
    if (next == kAsk) {
      next = co_await Ask(branch, node);
    }
    if (next == kPark) {
      if (!entered_.empty()) {
        entered_[node] = false;  // the branch enters the node again when it goes on
      }
      parked_.push_back({node, path});
      next = kStop;
    }
    node = next;
  }
  BranchEnded(branch);
}

bool JobRun::MustWait(std::uint32_t node, const ForkPath& path) {
  if (NodeEntry* asks = view_.Entry(node); !held() && asks != nullptr && AsksUntold(*asks)) {
    // The process that recorded the wait died before it reported the wait. So the person who
    // resumes the job may not know of this node, and the node waits again.
    loop_.MustTell(*this, node);
    TellNode(*asks);
    loop_.Suspend((asks->row.error_code.empty() ? "node " : "error ") + asks->row.node);
  }
  if (!held() && SuspendsAt(node)) {
    const Transaction together(loop_);
    NodeEntry& entry = Begin(node);
    entry.row.error_message = "suspended before the node by oozie.suspend.on.nodes";
    Write(entry, NodeState::kStartManual);
    loop_.Suspend("node " + entry.row.node);
  }
  if (!held()) {
    return false;
  }
  parked_.push_back({node, path});
  return true;
}

/// Returns true if no other branch has entered the node. Otherwise ends the job, as Oozie does.
/// Only a workflow whose fork/join validation is off can have such a node.
bool JobRun::MayEnter(std::uint32_t node) {
  const hpdl_workflow& workflow = view_.workflow();
  if ((workflow.flags & HPDL_WORKFLOW_UNPAIRED_JOINS) == 0 || At(node).type == HPDL_JOIN) {
    return true;
  }
  entered_.resize(workflow.node_count);
  if (entered_[node]) {
    Finish(JobState::kFailed, "E0709",
           "a second path has reached node '" + std::string(ToView(At(node).name)) + "'");
    return false;
  }
  entered_[node] = true;
  return true;
}

bool JobRun::SuspendsAt(std::uint32_t node) {
  if (suspend_nodes_.empty() || At(node).type == HPDL_START || view_.Entry(node) != nullptr) {
    // In this run, the node has begun already, or the job was already suspended at the node.
    return false;
  }
  return suspend_nodes_.count("*") != 0 || suspend_nodes_.count(ToView(At(node).name)) != 0;
}

void JobRun::BranchEnded(Branch& branch) {
  branch.retry_timer = nullptr;
  --live_;
  loop_.Idle();
  if (ending_) {
    CheckComplete();
  } else if (live_ == 0 && parked_.empty() && !ended()) {
    Finish(JobState::kFailed, "E0720", "no path can go on, and no end node was reached");
  }
}

void JobRun::Suspend(const std::string& by) {
  if (row_.state != JobState::kRunning || ending_) {
    return;
  }
  row_.state = JobState::kSuspended;
  row_.suspended_by = by;
  PutJob();
  for (Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    if (branch->retry_timer != nullptr) {
      branch->retry_timer->cancel();
    }
  }
}

void JobRun::Unsuspend() {
  if (row_.state != JobState::kSuspended || ending_) {
    return;
  }
  row_.state = JobState::kRunning;
  row_.suspended_by.clear();
  PutJob();
  started_ = started_ || !parked_.empty();
  for (Parked& parked : std::exchange(parked_, {})) {
    Spawn(parked.node, std::move(parked.path));
  }
}

bool JobRun::Retry(const std::string& node, bool* parked) {
  const std::uint32_t index = view_.Find(node);
  NodeEntry* entry = index == HPDL_NONE ? nullptr : view_.Entry(index);
  if (entry == nullptr || !WaitsForRetry(entry->row.state)) {
    return false;
  }
  for (Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    if (branch->retry_timer != nullptr && branch->retry_node == index) {
      branch->retry_timer->cancel();
      *parked = false;
      return true;
    }
  }
  ClearFailure(*entry);  // when the engine finds no failure in the row, it tries the node at once
  (void)MarkTold(&entry->row.arguments);
  *parked = true;
  return true;
}

// ---- Records of nodes
// ------------------------------------------------------------------------------

NodeEntry* JobRun::Ended(std::uint32_t node) {
  NodeEntry* entry = view_.Entry(node);
  return entry != nullptr && IsEnd(entry->row.state) ? entry : nullptr;
}

std::optional<NodeRow> JobRun::RowBefore(std::string_view node) {
  bool failed = AsksForFailedNodes(view_.properties());
  for (std::int64_t run = row_.run - 1; run >= 0 && failed; --run) {
    Result<std::optional<NodeRow>> row = loop_.journal().Node(row_.number, run, node);
    if (!row) {
      loop_.Break(row.error());
      return std::nullopt;
    }
    if (*row && !((*row)->progress.empty() && (*row)->external_id.empty())) {
      return std::move(*row);
    }
    const Result<Properties> properties = loop_.journal().JobProperties(row_.number, run);
    if (!properties) {
      loop_.Break(properties.error());
      return std::nullopt;
    }
    failed = AsksForFailedNodes(*properties);
  }
  return std::nullopt;
}

NodeEntry& JobRun::Begin(std::uint32_t node) {
  NodeEntry* known = view_.Entry(node);
  NodeEntry& entry = known != nullptr ? *known : view_.MakeEntry(node);
  entry.row.job = row_.number;
  entry.row.run = row_.run;
  if (known == nullptr) {
    entry.row.node = ToView(At(node).name);
    entry.row.type = TypeName(At(node), row_.dialect);
  }
  entry.row.started_ms = NowMs();
  entry.row.error_message.clear();
  view_.TakePuts(&entry.row);
  return entry;
}

void JobRun::Write(NodeEntry& entry, NodeState state) {
  const bool first = !entry.recorded;
  entry.recorded = true;
  Require(first ? MayBegin(state) : MayFollow(entry.row.state, state), entry.row.node,
          first ? "nothing" : StateName(entry.row.state, 0), StateName(state, 0));
  entry.row.state = state;
  entry.row.wait.reset();
  (void)MarkTold(&entry.row.arguments);
  if (WaitsForPerson(state)) {
    MarkUntold(&entry.row.arguments);
    loop_.MustTell(*this, view_.Find(entry.row.node));
  }
  if (IsEnd(state)) {
    entry.row.ended_ms = NowMs();
  }
  entry.Refresh();
  Transaction together(loop_);
  if (!notices_.empty()) {
    together.Notify(notices_.Of(row_, entry.row));
  }
  together.Put(entry.row);
  if (state != NodeState::kPrep) {
    TellNode(entry);  // PREP has no event, because the event of RUNNING follows after the same
                      // commit
  }
}

void JobRun::TellNode(const NodeEntry& entry) {
  if (loop_.has_sink()) {
    loop_.Tell(EventOf(entry));
  }
}

void JobRun::TellRunning(const NodeEntry& entry) {
  if (loop_.has_sink()) {
    loop_.TellNow(EventOf(entry));
  }
}

void JobRun::SetExternalStatus(std::uint32_t node, std::string_view status) {
  NodeEntry* entry = node == HPDL_NONE ? nullptr : view_.Entry(node);
  if (entry == nullptr || entry->row.state != NodeState::kRunning ||
      entry->row.external_status == status) {
    return;
  }
  entry->row.external_status = status;
  entry->Refresh();
  loop_.MarkSoft(*this, node);
}

ProgressEvent JobRun::EventOf(const NodeEntry& entry) const {
  const NodeRow& row = entry.row;
  ProgressEvent event;
  event.time_ms = row.ended_ms != 0 ? row.ended_ms : NowMs();
  event.started_ms = row.started_ms;
  if (MayHurry(row.state)) {
    event.next_try_ms =
        row.ended_ms + WaitBeforeRetry(row, TransientPolicyOf(view_.Find(row.node)));
  }
  event.job_id = row_.id;
  event.job = row_.number;
  event.node = row.node;
  event.node_type = row.type;
  event.state = StateName(row.state, row_.dialect);
  event.transition = row.transition;
  event.error_code = row.error_code;
  event.message = row.error_message;
  event.attempt = row.attempt;
  return event;
}

void JobRun::PutTold(std::uint32_t node) {
  NodeEntry* entry = view_.Entry(node);
  if (entry != nullptr && AsksUntold(*entry) && MarkTold(&entry->row.arguments)) {
    Transaction(loop_).Put(entry->row);
  }
}

void JobRun::PutSoft(std::uint32_t node) {
  NodeEntry* entry = view_.Entry(node);
  if (entry != nullptr && entry->row.state == NodeState::kRunning) {
    Transaction(loop_).Put(entry->row);
  }
}

std::string JobRun::TransitionName(const hpdl_edge& edge) const {
  // wf:transition() returns the target in Oozie and the transition's own name in HWS.
  return std::string(row_.dialect == HPDL_DIALECT_HWS ? ToView(edge.name)
                                                      : ToView(At(edge.target).name));
}

void JobRun::FailAt(std::uint32_t node, const Error& error) {
  const Transaction together(loop_);
  NodeEntry& entry = Begin(node);
  entry.row.error_code = error.code;
  entry.row.error_class = ErrorClassName(error.error_class);
  entry.row.error_message = error.message;
  Write(entry, NodeState::kFailed);
  Finish(JobState::kFailed, error.code, error.message);
}

}  // namespace hpdl::rt
