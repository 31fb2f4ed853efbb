#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SERVICES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SERVICES_H_

#include <map>
#include <string>

#include "runtime/programs/celos_program/own_workflows.h"

namespace hpdl::rt::celos {

/// The service `program:ID`, to which slots submit workflows that are compiled into the program. ID
/// is the id of the script's workflow.
inline constexpr std::string_view kOwnService = "program:";

/// The property with the path of the workflow that a job runs.
inline constexpr const char* kWorkflowPath = "oozie.wf.application.path";

/// A workflow that slots start and that is compiled into this program. The struct also has the
/// Oozie that the script names, because an earlier version of the program may have started jobs of
/// the workflow there.
struct OwnStart {
  std::uint32_t workflow = 0;  ///< index into hpdl_program.workflows
  std::string app_path;
  std::string url;  ///< the Oozie that the script names
};

/// Sends requests to the program's own jobs and to jobs at Oozie servers.
class Services final : public ExternalService {
 public:
  /// All arguments must outlive this object. The keys of `starts` are ids of the scripts'
  /// workflows.
  Services(OwnWorkflows& own, ExternalService& others,
           const std::map<std::string, OwnStart>& starts)
      : own_(own), others_(others), starts_(starts) {}

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override;
  Result<void> Start(const std::string& url, const std::string& id) override;
  Result<JobProgress> Look(const std::string& url, const std::string& id) override;
  Result<void> Kill(const std::string& url, const std::string& id) override;
  Result<FoundJob> Find(const Submission& submission) override;
  void BeginStep() override { others_.BeginStep(); }
  void EndStep() override { others_.EndStep(); }
  bool IsLeft(const std::string& url) override {
    return StartOf(url) == nullptr && others_.IsLeft(url);
  }
  /// Returns the URL of a service. If `url` stands for a workflow that is compiled into this
  /// program, returns the URL of the Oozie that the script names, because an earlier version of the
  /// program may have started jobs there.
  std::string AddressOf(const std::string& url) override;

 private:
  const OwnStart* StartOf(const std::string& url) const;

  OwnWorkflows& own_;
  ExternalService& others_;
  const std::map<std::string, OwnStart>& starts_;
};

/// The service of programs that were built with --no-network.
class NoService final : public ExternalService {
 public:
  Result<std::string> Submit(const Submission& submission, const Properties& properties) override;
  Result<void> Start(const std::string& url, const std::string& id) override;
  Result<JobProgress> Look(const std::string& url, const std::string& id) override;
  Result<void> Kill(const std::string& url, const std::string& id) override;
  Result<FoundJob> Find(const Submission& submission) override;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SERVICES_H_
