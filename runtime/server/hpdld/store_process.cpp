#include "runtime/server/hpdld/store_process.h"

#include <signal.h>

#include "runtime/server/hpdld/front_messages.h"
#include "runtime/server/hpdld/supervised_process.h"
#include "runtime/server/hpdld/supervisor_client.h"
#include "runtime/server/processes/rights.h"

namespace hpdl::rt {

int ServeStore() {
  if (!IsSupervised(kServeStore)) {
    return kNotSupervised;
  }
  StoreBegin begin;
  if (!ReadNext(kSupervisorSocket, &begin)) {
    return kNotSupervised;
  }
  signal(SIGINT, SIG_IGN);  // a terminal sends it to all processes; the supervisor decides
  LoseCapabilities();
  Result<void> step = BecomeUser(begin.uid, begin.gid, {});
  if (step) {
    step = KeepDescriptorsOnly();
  }
  StoreReady ready;
  ready.error.SetBegin(step ? "" : step.error().message);
  SendMessage(kSupervisorSocket, FixedMessage(ready));
  while (step && !AwaitMessage(kSupervisorSocket, MessageSocket::kMostMessage).empty()) {
  }
  return step ? 0 : kCannotBegin;
}

}  // namespace hpdl::rt
