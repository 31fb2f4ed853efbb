#include "runtime/server/hpdld/store_process.h"

#include "runtime/server/hpdld/front_messages.h"
#include "runtime/server/hpdld/supervised_process.h"
#include "runtime/server/processes/rights.h"

namespace hpdl::rt {

int ServeStore() {
  if (!IsSupervised(kServeStore)) {
    return kNotSupervised;
  }
  const Descriptor reports = AwaitReportPipe();
  StoreBegin begin;
  if (reports.get() < 0 || !ReadNext(&begin)) {
    return kNotSupervised;
  }
  LeaveLog();
  const Result<void> step = KeepDescriptorsOnly(begin.uid, begin.gid);
  if (!step) {
    return CannotBegin<StoreReady>(reports.get(), step.error());
  }
  SendReport(reports.get(), FixedMessage(StoreReady()));
  while (!AwaitMessage(kSupervisorSocket).empty()) {
  }
  return 0;
}

}  // namespace hpdl::rt
