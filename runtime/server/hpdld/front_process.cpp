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

/// Sends an error to the supervisor before the loop runs.
int CannotServe(const Error& error) {
  FrontReady ready;
  ready.error.SetBegin(error.message);
  SendMessage(kSupervisorSocket, FixedMessage(ready));
  return kCannotBegin;
}

int ServeCallers(const FrontBegin& begin, Descriptor socket) {
  boost::asio::io_context loop(1);
  std::shared_ptr<TlsIdentity> tls;
  if (begin.tls) {
    FrontTls sent;
    if (!ReadNext(kSupervisorSocket, &sent)) {
      return kNotSupervised;
    }
    Result<std::shared_ptr<TlsIdentity>> identity = TlsIdentity::Of(sent.texts);
    if (!identity) {
      return CannotServe(identity.error());
    }
    tls = std::move(*identity);
  }
  Descriptor access_log;
  if (FrontAccessLog sent; begin.access_log && !ReadNext(kSupervisorSocket, &sent, &access_log)) {
    return kNotSupervised;
  }
  SupervisorClient supervisor(
      loop, Descriptor(kSupervisorSocket),
      {[&tls](const FrontTls& sent) {
         if (tls) {
           (void)tls->Replace(sent.texts);  // the supervisor has checked the texts
         }
       },
       [&access_log](Descriptor log) { access_log = std::move(log); }, [&loop] { loop.stop(); }});
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
      [[maybe_unused]] const ssize_t put = write(access_log.get(), line.data(), line.size());
    };
  }
  setup.limits = begin.limits;
  setup.services = [&supervisor](const ServerAddress&) -> Result<std::unique_ptr<Services>> {
    return ServicesOf(supervisor);
  };
  const Result<std::unique_ptr<Front>> front = Front::Open(loop, std::move(setup));
  FrontReady ready;
  if (!front) {
    return CannotServe(front.error());
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
  FrontBegin begin;
  Descriptor socket;
  if (!ReadNext(kSupervisorSocket, &begin, &socket)) {
    return kNotSupervised;
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // a terminal sends it to all processes; the supervisor decides
  LoseCapabilities();
  Result<void> step = BecomeUser(begin.uid, begin.gid, {});
  if (step) {
    step = KeepDescriptorsOnly();
  }
  return step ? ServeCallers(begin, std::move(socket)) : CannotServe(step.error());
}

}  // namespace hpdl::rt
