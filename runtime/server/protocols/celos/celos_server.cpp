#include "runtime/server/protocols/celos/celos_server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/engines/celos_service/oozie_web_service.h"
#include "runtime/engines/celos_service/trigger_files.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/server/jobs/serving_lock.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_front.h"
#include "runtime/server/protocols/celos/celos_log.h"
#include "runtime/server/protocols/celos/celos_place.h"
#include "runtime/server/protocols/celos/intent_files.h"
#include "runtime/server/protocols/celos/register_files.h"
#include "runtime/server/protocols/celos/slot_directory.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::celos {
namespace {

constexpr int kFailed = 1;

int Complain(std::string_view text) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
  return kFailed;
}

int Throw(const std::string& text) {
  return Complain("Exception in thread \"main\" " + text);
}

bool IsFolder(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::optional<std::string> CelosVersion() {
  const char* const version = std::getenv("CELOS_VERSION");
  return version == nullptr ? std::nullopt : std::optional<std::string>(version);
}

// All parts of a server. A member may use the members before it.
class Server {
 public:
  Server(const CelosOptions& options, Site site, std::string site_path, DirectoryFiles files,
         IntentFiles intents, std::unique_ptr<CelosLog> log)
      : options_(options),
        site_(std::move(site)),
        site_path_(std::move(site_path)),
        files_(std::move(files)),
        intents_(std::move(intents)),
        log_(std::move(log)) {}

  int Serve(const CelosProgram& program) {
    Result<std::unique_ptr<DefinitionLoader>> loader =
        program.loader({options_.workflows, options_.defaults, registers_, trigger_files_});
    if (!loader) {
      return Throw(ExceptionText(loader.error()));
    }
    CachedDefinitions definitions(**loader, *log_);
    CelosApi api({definitions, slots_, registers_, service_, intents_, trigger_files_, *log_, NowMs,
                  CelosVersion()});
    const std::unique_ptr<CelosPage> page = program.page(options_, api, definitions);
    CelosFront front(loop_, api, *log_, options_.hosts);
    front.Show(page.get());
    if (const Result<void> listening = front.Listen(options_.host, options_.port); !listening) {
      return Throw("java.net.BindException: " + listening.error().message);
    }
    std::printf("serves %s at http://%s\n", options_.db.c_str(), front.address().c_str());
    std::fflush(stdout);
    if (options_.auto_schedule_s > 0) {
      front.StepEach(options_.auto_schedule_s);
    }
    boost::asio::signal_set ends(loop_, SIGTERM, SIGINT);
    ends.async_wait([this](const boost::system::error_code&, int) {
      // Ends the process without waiting for its threads, because a thread may be waiting long for
      // another server. Ending a thread at any point does no harm.
      log_->Flush();
      std::_Exit(0);
    });
    loop_.run();
    return 0;
  }

 private:
  const CelosOptions& options_;
  const Site site_;
  const std::string site_path_;
  const DirectoryFiles files_;
  IntentFiles intents_;
  const std::unique_ptr<CelosLog> log_;
  boost::asio::io_context loop_{1};
  const std::unique_ptr<Network> network_ = hpdl_network_curl.open(loop_);
  const std::unique_ptr<FileSystems> remote_ = hpdl_hadoop_web.open(*network_, site_, site_path_);
  RegisterFiles registers_{files_};
  SlotDirectory directory_{files_, *log_};
  SteppedStore slots_{directory_};
  OozieWebService service_{
      loop_, *network_, {.settled_ms = options_.settle_s * 1000}, CurrentUser()};
  TriggerFiles trigger_files_{loop_, *remote_, CurrentUser()};
};

}  // namespace

int ServeCelos(const CelosOptions& options, const CelosProgram& program) {
  for (const std::string& folder : {options.workflows, options.defaults, options.db}) {
    if (!IsFolder(folder)) {
      return Complain("ERROR: " + folder + " doesnt exist");
    }
  }
  Result<std::unique_ptr<CelosLog>> log = CelosLog::Open(options.logs);
  if (!log) {
    return Complain(log.error().message);
  }
  // The user of a system service may have no home directory. There is then no default state
  // directory, and the folder of logs is used instead.
  const Result<std::string> state = program.state(options.state);
  const Result<std::string> place = MakeCelosPlace(state ? *state : options.logs, options.db);
  if (!place) {
    return Complain(place.error().message);
  }
  const Result<LockedFile> serving = TakeServing(*place);
  if (!serving) {
    return Complain(serving.error().message);
  }
  const std::string site_path = Site::Locate(options.site);
  Result<Site> site = Site::Load(site_path);
  if (!site) {
    return Complain(site.error().message);
  }
  if (!options.groups.empty() && access(options.groups.c_str(), R_OK) != 0) {
    return Complain("ERROR: " + options.groups + ": " + std::strerror(errno));
  }
  Result<DirectoryFiles> files = DirectoryFiles::Open(options.db);
  Result<IntentFiles> intents = IntentFiles::Open(IntentsOf(*place));
  if (!files || !intents) {
    return Complain(files ? intents.error().message : files.error().message);
  }
  files->RemoveUnfinished();
  Server server(options, std::move(*site), site_path, std::move(*files), std::move(*intents),
                std::move(*log));
  return server.Serve(program);
}

int RunCelosServer(const std::vector<std::string_view>& arguments, const CelosProgram& program) {
  const Result<CelosCommandLine> line = ReadCelosOptions(arguments);
  if (!line && line.error().code == kNoPort) {
    std::fputs(std::string(CelosHelp()).c_str(), stdout);
    std::fflush(stdout);
    return Throw(line.error().message);
  }
  if (!line) {
    return Throw(ExceptionText(line.error()));
  }
  if (line->options.help || line->options.version) {
    const std::string text =
        line->options.help ? std::string(CelosHelp()) : "celos-server " + program.version + "\n";
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  std::fputs(line->output.c_str(), stdout);
  return ServeCelos(line->options, program);
}

}  // namespace hpdl::rt::celos
