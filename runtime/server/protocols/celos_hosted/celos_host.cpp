#include "runtime/server/protocols/celos_hosted/celos_host.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/engines/celos_service/oozie_web_service.h"
#include "runtime/engines/celos_service/trigger_files.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_log.h"
#include "runtime/server/protocols/celos/celos_workers.h"
#include "runtime/server/protocols/celos_hosted/kept_scripts.h"
#include "runtime/server/protocols/celos_hosted/moves.h"
#include "runtime/server/protocols/celos_hosted/own_jobs.h"
#include "runtime/server/protocols/celos_hosted/watched_definitions.h"
#include "runtime/server/protocols/celos_ui/page_of_api.h"
#include "runtime/store/celos_slots/slot_database.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt::celos {
namespace {

// The time in milliseconds for which an interrupted submission may still arrive at the server that
// it was sent to.
constexpr std::int64_t kSettledMs = 20'000;

Result<void> CheckFolder(const char* option, const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return Error{ErrorClass::kError, "",
                 std::string(option) + " " + path + ": " + std::strerror(errno)};
  }
  return S_ISDIR(info.st_mode)
             ? Result<void>()
             : Error{ErrorClass::kError, "", std::string(option) + " " + path + " is not a folder"};
}

class Host final : public CelosHost {
 public:
  Host(boost::asio::io_context& loop, JobServer& server, CelosHostSetup setup,
       std::unique_ptr<SlotDatabase> slots, std::unique_ptr<CelosLog> log)
      : loop_(loop),
        server_(server),
        setup_(std::move(setup)),
        database_(std::move(slots)),
        log_(std::move(log)) {}

  Result<void> Load() {
    Result<std::unique_ptr<DefinitionLoader>> scripts =
        setup_.loader({setup_.options.workflows, setup_.options.defaults, *database_,
                       trigger_files_, true, &kept_scripts_});
    HPDL_TRY(scripts);
    const auto say = [&loop = loop_, log = setup_.log](LogLevel level, std::string_view text) {
      boost::asio::post(loop, [log, level, line = std::string(text)] { log(level, line); });
    };
    loader_ = std::make_unique<WatchedDefinitions>(std::move(*scripts), say);
    definitions_ = std::make_unique<CachedDefinitions>(*loader_, *log_);
    api_ = std::make_unique<CelosApi>(CelosWorld{*definitions_, slots_, *database_, service_,
                                                 *database_, trigger_files_, *log_, rt::NowMs,
                                                 Version(), true});
    page_ = PageOf(*api_, *definitions_, "", setup_.options.groups);
    workers_ = std::make_unique<CelosWorkers>(loop_, *api_, *log_);
    workers_->Show(page_.get());
    return {};
  }

  void SetAddress(const ServerAddress& address) override {
    service_.SetOwn({address.url + "/oozie", address.programs_url + "/oozie"});
    if (!steps_ && setup_.options.step_s > 0) {
      workers_->StepEach(setup_.options.step_s, [log = setup_.log](const std::string& why) {
        log(LogLevel::kError, "celos: a step of the scheduler has failed: " + why);
      });
    }
    steps_ = true;
  }

  bool Has(std::string_view target) const override {
    return IsOfApi(target) || workers_->IsOfPage(target);
  }

  Task<OozieAnswer> Answer(const OozieRequest& request) override {
    if (request.too_long) {
      co_return Plain(413, "the body is too long");
    }
    CelosRequest asked{std::string(request.method), std::string(request.target),
                       std::string(request.content_type), std::string(request.body)};
    if (workers_->Changes(asked) && request.caller.user != user_) {
      Caller caller = request.caller;
      const Result<void> may =
          co_await server_.authorization().ForAdministration(std::move(caller));
      if (!may) {
        co_return Plain(403, may.error().message);
      }
    }
    CelosAnswer answer = co_await workers_->Answer(std::move(asked));
    OozieAnswer sent;
    sent.status = answer.status;
    sent.body = std::move(answer.body);
    sent.content_type = std::move(answer.content_type);
    sent.fields = std::move(answer.fields);
    sent.reason = std::move(answer.reason);
    co_return sent;
  }

  void End() override { log_->Flush(); }

 private:
  std::optional<std::string> Version() const {
    const char* const version = std::getenv("CELOS_VERSION");
    return version == nullptr ? setup_.version : std::string(version);
  }
  static OozieAnswer Plain(int status, const std::string& text) {
    return {status, text + "\n", "text/plain; charset=UTF-8", "", ""};
  }

  boost::asio::io_context& loop_;
  JobServer& server_;
  const CelosHostSetup setup_;
  const std::unique_ptr<SlotDatabase> database_;
  const std::unique_ptr<CelosLog> log_;
  const std::string user_ = CurrentUser();
  const std::unique_ptr<Network> network_ = hpdl_network_curl.open(loop_);
  const std::unique_ptr<FileSystems> remote_ =
      hpdl_hadoop_web.open(*network_, setup_.site, setup_.site_path);
  SteppedStore slots_{*database_};
  OwnJobs own_{loop_, server_, user_};
  OozieWebService others_{loop_, *network_, {.settled_ms = kSettledMs}, user_};
  ServiceByUrl service_{own_, others_};
  KeptScripts kept_scripts_{*database_, *log_};
  TriggerFiles trigger_files_{loop_, *remote_, user_};
  std::unique_ptr<DefinitionLoader> loader_;
  std::unique_ptr<CachedDefinitions> definitions_;
  std::unique_ptr<CelosApi> api_;
  std::unique_ptr<CelosPage> page_;
  std::unique_ptr<CelosWorkers> workers_;
  bool steps_ = false;
};

}  // namespace

Result<std::unique_ptr<CelosHost>> CelosHost::Begin(boost::asio::io_context& loop,
                                                    JobServer& server, CelosHostSetup setup) {
  HPDL_TRY(CheckFolder("--celos-workflows", setup.options.workflows));
  HPDL_TRY(CheckFolder("--celos-defaults", setup.options.defaults));
  if (!setup.options.groups.empty() && access(setup.options.groups.c_str(), R_OK) != 0) {
    return Error{ErrorClass::kError, "",
                 "--celos-groups " + setup.options.groups + ": " + std::strerror(errno)};
  }
  const std::string folder = setup.state_path + "/celos";
  if (const int error = MakeDirectories(folder); error != 0) {
    return Error{ErrorClass::kError, "", folder + ": " + std::strerror(error)};
  }
  Result<std::unique_ptr<SlotDatabase>> slots =
      SlotDatabase::Open(HostedDatabase(setup.state_path));
  HPDL_TRY(slots);
  Result<std::unique_ptr<CelosLog>> log = CelosLog::Open(folder + "/logs", 0600);
  HPDL_TRY(log);
  auto host =
      std::make_unique<Host>(loop, server, std::move(setup), std::move(*slots), std::move(*log));
  HPDL_TRY(host->Load());
  return std::unique_ptr<CelosHost>(std::move(host));
}

}  // namespace hpdl::rt::celos
