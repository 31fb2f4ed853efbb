#include <utility>

#include "runtime/engines/coordinator/workflows.h"
#include "runtime/ground/base/own_server.h"
#include "runtime/world/oozie_client/oozie_server.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kTimeoutMs = 120'000;

class ServedJobs final : public Workflows {
 public:
  ServedJobs(Network& network, std::string user)
      : server_(network, TheOwnServer().url, std::move(user), kTimeoutMs,
                OozieEntry{TheOwnServer().credential, TheOwnServer().key_pin}) {}

  Result<std::string> NewId() override { return std::string(); }

  Task<Result<std::string>> Start(WorkflowStart start) override {
    OozieOrigin origin{start.key, start.parent};
    const std::string path = start.app_path;
    Result<std::string> id = co_await server_.Run(std::move(start.properties), std::move(origin));
    if (!id && IsMissing(id.error())) {
      co_return Error{ErrorClass::kError, "E1005", "Error: " + path + " does not exist"};
    }
    if (!id) {
      co_return OfApplication(id.error());
    }
    co_return id;
  }

  Task<Result<void>> Kill(std::string id) override { return server_.Kill(std::move(id)); }
  Task<Result<void>> Suspend(std::string id) override { return server_.Suspend(std::move(id)); }
  Task<Result<void>> Resume(std::string id) override { return server_.Resume(std::move(id)); }
  Task<Result<void>> RunAgain(std::string id) override {
    Properties properties;
    properties["oozie.wf.rerun.failnodes"] = "true";
    const Result<void> rerun = co_await server_.Rerun(std::move(id), std::move(properties));
    if (!rerun) {
      co_return OfApplication(rerun.error());
    }
    co_return rerun;
  }
  /// Sends the request to the server through the web service.
  Task<Result<void>> Ask(CoordinatorRequest request) override {
    using Verb = CoordinatorRequest::Verb;
    const std::string id = request.job;
    switch (request.verb) {
      case Verb::kKill:
        return server_.Kill(id);
      case Verb::kSuspend:
        return server_.Suspend(id);
      case Verb::kResume:
        return server_.Resume(id);
      case Verb::kChange:
        return server_.Change(id, std::move(request.value));
      case Verb::kSlaEnable:
      case Verb::kSlaDisable:
      case Verb::kSlaChange: {
        const bool by_date = request.scope == CoordinatorRequest::Scope::kDate;
        return server_.CommandSla(id, std::string(SlaWordOf(request.verb)),
                                  by_date ? "" : request.actions, by_date ? request.actions : "",
                                  std::move(request.value));
      }
      default:
        return server_.RerunActions(id, std::move(request.actions), request.refresh,
                                    request.nocleanup);
    }
  }
  void Adopt(const std::string&) override {}

 private:
  /// True for the errors with which a server reports that an application does not exist. E0307 has
  /// many other meanings, so only Oozie's text for a missing definition counts.
  static bool IsMissing(const Error& error) {
    constexpr std::string_view kNoDefinition = "] does not exist and app definition cannot be";
    return error.code == "E0504" ||
           (error.code == "E0307" && error.message.find(kNoDefinition) != std::string::npos);
  }

  /// Returns the error without the address of this server, which comes before its message.
  Error OfApplication(Error error) const {
    if (const std::string host = server_.host() + ": "; error.message.starts_with(host)) {
      error.message.erase(0, host.size());
    }
    return error;
  }

  OozieServer server_;
};

}  // namespace

std::unique_ptr<Workflows> ServedWorkflows(Network& network, std::string user) {
  return std::make_unique<ServedJobs>(network, std::move(user));
}

}  // namespace hpdl::rt
