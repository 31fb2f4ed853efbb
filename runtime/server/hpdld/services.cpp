#include "runtime/server/hpdld/services.h"

#include <unistd.h>

#include <utility>
#include <vector>

#include "runtime/ground/base/current_user.h"
#include "runtime/server/hpdld/metrics.h"
#include "runtime/server/jobs/callback_inbox.h"
#include "runtime/server/protocols/hws/hws_api.h"
#include "runtime/server/protocols/oozie/oozie_api.h"
#include "runtime/server/protocols/tokens/token_api.h"
#include "runtime/server/protocols/tokens/token_path.h"

namespace hpdl::rt {
namespace {

/// Returns all settings with their values, including secrets. The code that shows the settings
/// masks secrets.
Properties ConfigurationOf(const Site& site) {
  Properties all;
#define SETTING(key, name, type, low, high, preset, job, doc) all[name] = site.Text(Setting::key);
#include "runtime/world/site/settings.def"
#undef SETTING
  return all;
}

std::vector<std::string> EnvironmentOfProcess() {
  std::vector<std::string> all;
  for (char** at = environ; *at != nullptr; ++at) {
    all.emplace_back(*at);
  }
  return all;
}

OozieSettings SettingsOf(JobServer& server, const ServicesSetup& setup) {
  OozieSettings settings;
  settings.base_url = setup.address + "/oozie";
  settings.version = HPDL_VERSION;
  settings.host_name = setup.host_name;
  settings.configuration = ConfigurationOf(setup.site);
  settings.process = {{"hpdl.version", HPDL_VERSION}, {"user.name", CurrentUser()}};
  settings.environment = EnvironmentOfProcess();
  settings.mode = ModeOf(setup.site.Text(Setting::kSystemMode)).value_or(SystemMode::kNormal);
  settings.states_with_error = !setup.site.Flag(Setting::kCoordinatorWithError);
  settings.actions_shown = setup.site.Number(Setting::kActionsShown);
  settings.verbs = &server.verbs();
  settings.ask_program = [&server](const Caller& /*caller*/, ProgramQuestion question) {
    return server.AskProgram(std::move(question));
  };
  settings.purge = [&server](PurgeQuery query) { return server.Purge(query); };
  settings.libraries = [&server](Caller caller) { return server.Libraries(std::move(caller)); };
  settings.work = [&server](std::size_t items, const std::string* user) {
    return server.Work(items, user);
  };
  settings.on_mode = [&server](SystemMode mode) { server.Hold(mode == SystemMode::kSafeMode); };
  settings.authorize_administration = [&server](Caller caller) {
    return server.authorization().ForAdministration(std::move(caller));
  };
  settings.authorize_system_info = [&server](Caller caller) {
    return server.authorization().ForSystemInfo(std::move(caller));
  };
  settings.act_as = [&server](Caller caller, std::string other, std::string address) {
    return server.proxies().ActAs(std::move(caller), std::move(other), std::move(address));
  };
  return settings;
}

HwsSettings HwsSettingsOf(JobServer& server, const OozieSettings& oozie) {
  HwsSettings settings;
  settings.verbs = &server.verbs();
  settings.applications = &server.applications();
  settings.process = oozie.process;
  settings.environment = oozie.environment;
  settings.authorize_administration = oozie.authorize_administration;
  settings.authorize_system_info = oozie.authorize_system_info;
  settings.act_as = oozie.act_as;
  settings.purge = oozie.purge;
  settings.numbers = [&server] { return server.Numbers(); };
  settings.work = [&server] { return server.Work(0); };
  return settings;
}

/// Returns an answer whose body is one line of plain text.
OozieAnswer PlainAnswer(int status, const std::string& text) {
  return {status, text + "\n", "text/plain; charset=UTF-8", "", ""};
}

class JobServices final : public Services {
 public:
  JobServices(JobServer& server, ServicesSetup setup)
      : server_(server),
        most_callback_(static_cast<std::size_t>(setup.site.Number(Setting::kMaxOutput))),
        oozie_(SettingsOf(server, setup)),
        hws_(HwsSettingsOf(server, SettingsOf(server, setup))) {
    server_.Hold(oozie_.mode() == SystemMode::kSafeMode);
  }

  Task<OozieAnswer> Answer(const OozieRequest& request) override {
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    if (path == kMetricsPath) {
      co_return Metrics();
    }
    if (IsCallback(path)) {
      co_return Callback(request);
    }
    if (IsHwsPath(path)) {
      co_return co_await hws_.Answer(request, server_.state());
    }
    if (IsTokenPath(path)) {
      co_return AnswerTokenRequest(request, server_.state());
    }
    co_return co_await oozie_.Answer(request, server_.state());
  }

 private:
  OozieAnswer Metrics() {
    const Result<std::string> text = MetricsText(server_);
    return text ? OozieAnswer{200, *text, "text/plain; version=0.0.4; charset=UTF-8", "", ""}
                : PlainAnswer(503, text.error().message);
  }

  /// Takes a callback. The caller is not authenticated; instead, the secret in the URL is checked.
  OozieAnswer Callback(const OozieRequest& request) {
    if (request.method != "GET" && request.method != "POST") {
      OozieAnswer answer = PlainAnswer(405, "GET or POST");
      answer.fields = "Allow: GET, POST\r\n";
      return answer;
    }
    const CallbackAnswer answer = TakeCallback(
        server_.state(), {request.target, request.content_type, request.body, request.too_long},
        most_callback_);
    return PlainAnswer(answer.status, answer.text);
  }

  JobServer& server_;
  const std::size_t most_callback_;  ///< the maximum length of a callback's body, in bytes
  OozieApi oozie_;
  HwsApi hws_;
};

}  // namespace

bool IsForAnybody(std::string_view path) {
  return path == kMetricsPath || IsCallback(path);
}

std::unique_ptr<Services> ServicesOf(JobServer& server, ServicesSetup setup) {
  return std::make_unique<JobServices>(server, std::move(setup));
}

}  // namespace hpdl::rt
