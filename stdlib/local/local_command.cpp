#include "stdlib/local/local_command.h"

#include <unistd.h>

#include <utility>

#include "stdlib/local/command.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

/// Reads the command's captured output into the outcome.
void Capture(const rt::ActionContext& ctx, const LocalCommand& command, rt::Outcome* outcome) {
  const auto path = command.captured();
  auto data =
      path ? ReadCaptured(ctx, *path, "captured output") : rt::Result<rt::Properties>(path.error());
  if (data) {
    outcome->data = std::move(*data);
  } else {
    outcome->error = data.error();
    outcome->at_end = true;
  }
}

void DropSecrets(const LocalCommand& command) {
  if (command.secret_files != nullptr) {
    for (const std::string& path : *command.secret_files) {
      unlink(path.c_str());
    }
  }
}

rt::Outcome OutcomeOf(const rt::ActionContext& ctx, const LocalCommand& command,
                      const rt::ExitStatus& status) {
  rt::Outcome outcome;
  if (status.pid > 0) {
    outcome.external_id = std::to_string(status.pid);
  }
  outcome.error = ErrorOfStart(status, command.what);
  if (!outcome.error) {
    outcome.error = command.error_of(status);
    if (command.complete) {
      command.complete(&outcome);
    }
  }
  if (!outcome.error && command.captures_stdout && status.output_cut) {
    outcome.error = rt::Error{rt::ErrorClass::kNonTransient, "JA017",
                              "the disk was full when " + command.what +
                                  " ended, so the captured output may be incomplete: make room; "
                                  "'retry' runs the command again"};
  }
  if (!outcome.error && command.captured) {
    Capture(ctx, command, &outcome);
  }
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  return outcome;
}

}  // namespace

rt::Task<rt::Outcome> RunLocalCommand(rt::ActionContext& ctx, LocalCommand command) {
  const rt::Result<void> fetched =
      co_await FetchFiles(ctx, std::move(command.files), command.name_node);
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  if (command.more_files) {
    auto more = command.more_files();
    if (!more) {
      co_return FailedWith(more.error());
    }
    const rt::Result<void> done = co_await FetchFiles(ctx, std::move(*more), command.name_node);
    if (!done) {
      co_return FailedWith(done.error());
    }
  }
  rt::Outcome prepared =
      co_await RunPrepare(ctx, command.prepare, command.name_node, ctx.job().user);
  if (prepared.error) {
    co_return prepared;
  }
  auto process = command.arrange();
  if (!process) {
    DropSecrets(command);
    co_return FailedWith(process.error());
  }
  ctx.SetWaiting(command.what);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*process));
  // The secrets must go before the next wait. A kill during that wait would leave them on the disk.
  DropSecrets(command);
  co_return OutcomeOf(ctx, command, status);
}

std::string NameNodeOf(const rt::ActionContext& ctx, const std::optional<std::string>& name_node) {
  return FileSystemUri(name_node.value_or(GlobalOf(ctx).name_node.value_or("")));
}

NamedFiles FilesOf(const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
                   std::vector<std::string> files, const std::vector<std::string>& archives) {
  NamedFiles named{JobXmlOf(ctx, job_xml), std::move(files), {}};
  named.files.insert(named.files.end(), archives.begin(), archives.end());
  return named;
}

}  // namespace hpdl::stdlib
