#include "runtime/server/hpdld/front_process.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "runtime/ground/base/frames.h"
#include "runtime/server/hpdld/front.h"
#include "runtime/server/hpdld/front_messages.h"
#include "runtime/server/hpdld/supervised_process.h"
#include "runtime/server/hpdld/supervisor_client.h"
#include "runtime/server/hpdld/user_services.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/rights.h"
#include "runtime/world/https/tls_identity.h"

namespace hpdl::rt {
namespace {

int ServeCallers(const FrontBegin& begin, Descriptor socket, Descriptor reports) {
  boost::asio::io_context loop(1);
  std::shared_ptr<TlsIdentity> tls;
  if (begin.tls) {
    FrontTls sent;
    if (!ReadNext(&sent)) {
      return kNotSupervised;
    }
    Result<std::shared_ptr<TlsIdentity>> identity = TlsIdentity::Of(sent.texts);
    if (!identity) {
      return CannotBegin<FrontReady>(reports.get(), identity.error());
    }
    tls = std::move(*identity);
  }
  Passed access_log;
  if (FrontAccessLog sent; begin.access_log && !ReadNext(&sent, &access_log)) {
    return kNotSupervised;
  }
  SupervisorClient supervisor(
      loop, Descriptor(kSupervisorSocket), std::move(reports),
      {[&tls](const FrontTls& sent) {
         if (tls) {
           (void)tls->Replace(sent.texts);  // the supervisor has checked the texts
         }
       },
       [&access_log](Descriptor log) { access_log.first = std::move(log); },
       [&loop] { loop.stop(); }});
  FrontSetup setup;
  setup.socket = socket.Release();
  setup.hosts.Add(begin.hosts);
  setup.admission = AdmitByOther(
      loop, [&supervisor](LoginClaim claim) { return supervisor.Login(std::move(claim)); },
      begin.tls);
  setup.tls = tls;
  setup.url = begin.url;
  if (begin.access_log) {
    setup.access_log = [&access_log](const std::string& line) {
      [[maybe_unused]] const ssize_t put = write(access_log.first.get(), line.data(), line.size());
    };
  }
  setup.limits = begin.limits;
  setup.services = [&supervisor](const ServerAddress&) -> Result<std::unique_ptr<Services>> {
    return ServicesOf(supervisor);
  };
  const Result<std::unique_ptr<Front>> front = Front::Open(loop, std::move(setup));
  FrontReady ready;
  if (!front) {
    ready.error.SetBegin(front.error().message);
    supervisor.Say(ready);
    return kCannotBegin;
  }
  ready.url.SetBegin((*front)->url());
  supervisor.Say(ready);
  loop.run();
  std::_Exit(0);  // requests may still wait for answers that cannot come any more
}

}  // namespace

int ServeFront() {
  if (!IsSupervised(kServeFront)) {
    return kNotSupervised;
  }
  Descriptor reports = AwaitReportPipe();
  FrontBegin begin;
  Passed socket;
  if (reports.get() < 0 || !ReadNext(&begin, &socket)) {
    return kNotSupervised;
  }
  signal(SIGPIPE, SIG_IGN);
  LeaveLog();
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  setrlimit(RLIMIT_NOFILE, &descriptors);
  const Result<void> step = KeepDescriptorsOnly(begin.uid, begin.gid);
  return step ? ServeCallers(begin, std::move(socket.first), std::move(reports))
              : CannotBegin<FrontReady>(reports.get(), step.error());
}

}  // namespace hpdl::rt
