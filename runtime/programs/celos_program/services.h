#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SERVICES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SERVICES_H_

#include <map>
#include <string>

#include "runtime/programs/celos_program/own_workflows.h"

namespace hpdl::rt::celos {

/// A slot whose workflow is compiled in is submitted to the service `program:ID`, ID being that of
/// the workflow of the scripts.
inline constexpr std::string_view kOwnService = "program:";

/// The property that says which workflow a job is.
inline constexpr const char* kWorkflowPath = "oozie.wf.application.path";

/// Where the workflow of a slot is, and what else a program of it may have made of it: an earlier
/// program of these scripts may have had it in itself, or at Oozie.
struct OwnStart {
  std::uint32_t workflow = 0;  ///< of the program
  std::string app_path;
  std::string url;  ///< of the Oozie that the script names
};

/// The program's own jobs, and those of Oozies.
class Services final : public ExternalService {
 public:
  /// All are borrowed. `starts`: by ids of the scripts.
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
  /// Of a workflow that is compiled in the one that the script names: jobs of another program of
  /// these scripts are there.
  std::string AddressOf(const std::string& url) override;

 private:
  const OwnStart* StartOf(const std::string& url) const;

  OwnWorkflows& own_;
  ExternalService& others_;
  const std::map<std::string, OwnStart>& starts_;
};

/// In programs that were built with --no-network.
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
