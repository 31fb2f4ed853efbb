#include "runtime/programs/program/opened_job.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/ground/base/json_writer.h"
#include "runtime/programs/program/job_ids.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watch_job.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {

Result<std::string> StatePath(const ParsedLine& line) {
  if (line.Has("state")) {
    const std::string path = line.Value("state");
    if (path.empty()) {
      return Error{ErrorClass::kError, "", "--state needs a directory"};
    }
    return path;
  }
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string path = variable("HPDL_STATE"); !path.empty()) {
    return path;
  }
  // A relative path is ignored, as the XDG specification demands.
  if (const std::string xdg = variable("XDG_STATE_HOME"); xdg.starts_with('/')) {
    return xdg + "/hpdl";
  }
  if (const std::string home = variable("HOME"); !home.empty()) {
    return home + "/.local/state/hpdl";
  }
  return Error{
      ErrorClass::kError, "",
      "no state directory: $HPDL_STATE, $XDG_STATE_HOME and $HOME are not set; give --state"};
}

Result<std::unique_ptr<StateDirectory>> OpenState(const ParsedLine& line, bool create) {
  Result<std::string> path = StatePath(line);
  HPDL_TRY(path);
  if (!create && ::access(path->c_str(), F_OK) != 0 && errno == ENOENT) {
    return std::unique_ptr<StateDirectory>();
  }
  if (!create && ::access(path->c_str(), R_OK | X_OK) != 0) {
    return Error{ErrorClass::kError, "",
                 "state directory " + *path + " cannot be read: " + std::strerror(errno)};
  }
  return StateDirectory::Open(*path, create);
}

Result<OpenedJob> OpenJobOf(const Invocation& call, const std::string& word) {
  auto state = OpenState(call.line, false);
  HPDL_TRY(state);
  if (*state == nullptr) {
    return Error{
        ErrorClass::kError, "E0604",
        "Job does not exist [" + word + "]: there is no state directory " + *StatePath(call.line)};
  }
  Result<std::string> id = FindJobId(**state, call.program, word);
  HPDL_TRY(id);
  return OpenedJob{std::move(*state), std::move(*id)};
}

Result<OpenedJob> OpenWorkflowOf(const Invocation& call, const std::string& word) {
  Result<OpenedJob> job = OpenJobOf(call, word);
  if (job && TypeOfId(job->id) != JobType::kWorkflow) {
    const Result<JobFacts> facts = ReadFacts(*job->state, job->id);
    HPDL_TRY(facts);
    return Error{ErrorClass::kError, "E0710",
                 "job " + job->id + " was started by another program; use that program" +
                     (facts->program_path.empty() ? "" : ": " + facts->program_path)};
  }
  return job;
}

int ReportState(Invocation& call, StateDirectory& state, const std::string& id) {
  const Result<JobReport> report = LoadJob(state, id, {});
  if (!report) {
    return call.Refuse(kExitFailed, report.error());
  }
  const JobRow& job = report->main.job;
  const std::string_view name = StateName(job.state, job.dialect);
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("id", id).Member("status", name);
    call.out.Line(json.EndObject().text());
  } else {
    call.out.Line(id + " " + std::string(name));
  }
  return kExitDone;
}

}  // namespace hpdl::rt
