#include "runtime/engines/workflow/action_context.h"

#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/inheritance.h"
#include "runtime/engines/workflow/world.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/expression/program_names.h"
#include "runtime/ground/value/arguments.h"

namespace hpdl::rt {
namespace {

/// Holds the completion handler of a coroutine that waits for the end of a child process.
template <class Handler>
struct ChildWait {
  explicit ChildWait(Handler h) : handler(std::move(h)) {}
  Handler handler;
};

}  // namespace

AttemptContext::AttemptContext(JobRun& job, Branch& branch, std::uint32_t node, NodeEntry& entry,
                               bool resumed)
    : job_(job),
      branch_(branch),
      node_(node),
      entry_(entry),
      arguments_(DecodeArguments(entry.row.arguments)),
      resumed_(resumed) {}

std::string_view AttemptContext::handed_global() const {
  return ToView(job_.view().workflow().handed_global);
}

const hpdl_names* AttemptContext::names() const {
  return ProgramNames();
}

const std::string& AttemptContext::tag() const {
  if (tag_.empty()) {
    tag_ = AttemptTag(job(), job().run, node(), attempt());
  }
  return tag_;
}

std::string AttemptContext::progress_before() const {
  std::optional<NodeRow> row = job_.RowBefore(node());
  return row ? std::move(row->progress) : std::string();
}

Task<void> AttemptContext::RecordProgress(std::string progress) {
  entry_.row.progress = std::move(progress);
  Transaction(job_.loop()).Put(entry_.row);
  co_await job_.loop().Durable();
}

void AttemptContext::SetExternal(std::string id, std::string tracker_uri, std::string console_url) {
  NodeRow& row = entry_.row;
  if (row.external_id == id && row.tracker_uri == tracker_uri && row.console_url == console_url) {
    return;
  }
  row.external_id = std::move(id);
  row.tracker_uri = std::move(tracker_uri);
  row.console_url = std::move(console_url);
  entry_.Refresh();
  job_.loop().MarkSoft(job_, node_);
}

void AttemptContext::SetWaiting(std::string what) {
  if (job_.loop().has_sink()) {
    waiting_ = std::move(what);
    TellWaiting(waiting_);
  }
}

void AttemptContext::BeginWait(const Wait& given) {
  Wait wait = given;
  // If the attempt continues an earlier wait, the new wait keeps the `since_ms` of that wait.
  const std::optional<Wait> before =
      entry_.row.wait ? DecodeWait(*entry_.row.wait) : std::optional<Wait>();
  const bool same = before && before->kind == wait.kind && before->what == wait.what;
  wait.since_ms = same ? before->since_ms : NowMs();
  entry_.row.wait = EncodeWait(wait);
  branch_.wait = std::make_unique<Wait>(std::move(wait));
  branch_.wait_node = node_;
}

void AttemptContext::ConfirmWait() {
  if (!branch_.waits) {
    branch_.waits = true;
    job_.loop().WaitBegins();
  }
}

void AttemptContext::EndWait() {
  branch_.wait.reset();
  if (branch_.waits) {
    branch_.waits = false;
    job_.loop().WaitEnds();
  }
}

void AttemptContext::TellWaiting(std::string what) {
  ProgressEvent event;
  event.type = ProgressEvent::Type::kWaiting;
  event.time_ms = NowMs();
  event.job_id = job().id;
  event.job = job_.row().number;
  event.node = entry_.row.node;
  event.node_type = entry_.row.type;
  event.waiting = std::move(what);
  event.attempt = attempt();
  job_.loop().TellNow(std::move(event));
}

Task<ExitStatus> AttemptContext::RunProcess(Command command) {
  Processes* processes = job_.loop().processes();
  if (processes == nullptr) {
    ExitStatus status;
    status.code = -1;
    status.start_error = "a process on this machine, because the job runs without --local";
    co_return status;
  }
  // The action was cancelled while its executor prepared the command, so the command is not
  // started. The result is the same as for a command that SIGTERM has killed.
  if (branch_.cancelled && !resumed_) {
    ExitStatus status;
    status.code = -1;
    status.signal = SIGTERM;
    co_return status;
  }
  SetExternalStatus("RUNNING");
  co_return co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&,
                                                 void(ExitStatus)>(
      [this, processes, &command](auto handler) {
        using Wait = ChildWait<decltype(handler)>;
        const std::int64_t sequence = entry_.row.sequence;
        auto slot = boost::asio::get_associated_cancellation_slot(handler);
        if (slot.is_connected()) {
          slot.assign([processes, sequence](boost::asio::cancellation_type) {
            processes->Kill(sequence, kKillGraceMs);
          });
        }
        auto wait = std::make_shared<Wait>(std::move(handler));
        boost::asio::io_context& io = job_.loop().io();
        // The handler is posted, because Kill() may call `done` directly while the cancellation is
        // running.
        Processes::Done done = [wait, &io](ExitStatus status) {
          boost::asio::post(io, [wait, status = std::move(status)]() mutable {
            boost::asio::get_associated_cancellation_slot(wait->handler).clear();
            auto resume = std::move(wait->handler);
            wait.reset();
            std::move(resume)(std::move(status));
          });
        };
        if (!resumed_ || !processes->Adopt(sequence, done)) {
          Processes::Started started;
          if (job_.loop().has_sink()) {
            started = [this](int) { TellWaiting(waiting_); };
          }
          if (processes->Run(sequence, std::move(command), std::move(done), std::move(started))) {
            TellWaiting("queued, because --parallel limits the number of local processes to " +
                        std::to_string(parallel()));
          }
        }
      },
      boost::asio::use_awaitable);
}

unsigned AttemptContext::parallel() const {
  const unsigned given = job_.loop().facts().parallel;
  return given != 0 ? given : std::max(1U, std::thread::hardware_concurrency());
}

/// Returns the path of a file of the attempt. An attempt without a child process also has a path,
/// because its executor may store files beside the path.
std::string AttemptContext::AttemptFile(const char* suffix) const {
  const std::string parent = job_.loop().job_path() + "/attempts";
  mkdir(parent.c_str(), 0777);  // the code that writes the file reports a missing directory
  return parent + "/" + std::to_string(sequence()) + suffix;
}

std::string AttemptContext::OutPath() const {
  Processes* processes = job_.loop().processes();
  return processes == nullptr ? AttemptFile(".out") : processes->OutPath(sequence());
}

std::string AttemptContext::ErrPath() const {
  Processes* processes = job_.loop().processes();
  return processes == nullptr ? AttemptFile(".err") : processes->ErrPath(sequence());
}

Result<std::string> AttemptContext::WorkDirectory() {
  const std::string parent = job_.loop().job_path() + "/attempts";
  const std::string path = parent + "/" + std::to_string(sequence());
  for (const std::string& directory : {parent, path}) {
    if (mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) {
      return Error{ErrorClass::kNonTransient, "E0713",
                   directory + ": " + std::string(std::strerror(errno))};
    }
  }
  return path;
}

std::int64_t AttemptContext::capture_limit() const {
  return job_.loop().site().Number(Setting::kMaxOutput, job_.view().properties());
}

std::string AttemptContext::CallbackUrl(std::string_view state_variable) {
  const Callbacks* callbacks = job_.loop().callbacks();
  return callbacks == nullptr
             ? std::string()
             : rt::CallbackUrl(callbacks->base(), job().id, node(), state_variable);
}

Task<std::optional<Callback>> AttemptContext::AwaitCallback(std::int64_t timeout_ms) {
  Callbacks* callbacks = job_.loop().callbacks();
  if (callbacks == nullptr) {
    co_return std::nullopt;
  }
  co_return co_await callbacks->Await(job_, entry_.row.node, attempt(), &next_callback_,
                                      timeout_ms);
}

const hpdl_file* AttemptContext::File(std::string_view path) const {
  const hpdl_workflow& workflow = job_.view().workflow();
  for (std::uint32_t i = 0; i < workflow.file_count; ++i) {
    if (ToView(workflow.files[i].path) == path) {
      return &workflow.files[i];
    }
  }
  return nullptr;
}

std::span<const hpdl_file> AttemptContext::Files() const {
  const hpdl_workflow& workflow = job_.view().workflow();
  return {workflow.files, workflow.file_count};
}

std::vector<PackagedApplication> AttemptContext::InheritedApplications() const {
  std::vector<PackagedApplication> result;
  const Loop& loop = job_.loop();
  JobRun* job = &job_;
  while (job != nullptr && InheritsLibrary(loop.site(), job->view().properties())) {
    job = loop.ParentOf(job->row());
    if (job != nullptr) {
      const hpdl_workflow& workflow = job->view().workflow();
      result.push_back({job->row().app_path, {workflow.files, workflow.file_count}});
    }
  }
  return result;
}

Task<Outcome> AttemptContext::RunSubWorkflow(const std::string& app_path,
                                             Properties configuration) {
  return job_.RunSubWorkflow(branch_, node_, app_path, std::move(configuration));
}

}  // namespace hpdl::rt
