#include "runtime/rules/celos/submissions.h"

#include <algorithm>
#include <utility>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

bool IsHeard(const Error& error) {
  return error.error_class != ErrorClass::kTransient;
}

std::string UserOf(const Properties& properties) {
  const auto user = properties.find("user.name");
  return user == properties.end() ? std::string() : user->second;
}

}  // namespace

Result<void> Submissions::Submit(const SlotId& slot, const SlotState& state, const std::string& url,
                                 const Properties& properties) {
  Submission submission{slot, url, intents_.NewKey(), UserOf(properties), intents_.NowMs()};
  for (const Submission& begun : intents_.Of(slot.workflow)) {
    if (begun.slot == slot && begun.url == url) {
      submission = begun;
    }
  }
  HPDL_TRY(intents_.Put(submission));
  const Result<std::string> id = service_.Submit(submission, properties);
  if (!id) {
    if (IsHeard(id.error())) {
      HPDL_TRY(intents_.Remove(slot));
    }
    return id.error();
  }
  return RunAndStart(submission, state, *id);
}

Result<void> Submissions::RunAndStart(const Submission& submission, const SlotState& state,
                                      const std::string& id) {
  const Result<SlotState> running = After(state, SlotEvent::kSubmitted, id);
  HPDL_TRY(running);
  HPDL_TRY(store_.Put(submission.slot.workflow, *running));
  log_.Info("Starting slot: ", submission.slot.Text(), " with external ID: ", id);
  return Start(submission, id);
}

Result<void> Submissions::Start(const Submission& submission, const std::string& id) {
  Result<void> started = service_.Start(submission.url, id);
  const bool gone = !started && SaysNoJob(started.error());
  if (started || gone) {
    HPDL_TRY(intents_.Remove(submission.slot));
  }
  return gone ? Result<void>() : started;
}

Result<void> Submissions::Finish(const Submission& begun) {
  const Result<std::optional<SlotState>> state = store_.Find(begun.slot);
  HPDL_TRY(state);
  const bool known = *state && (*state)->external_id;
  if (known && (*state)->status == SlotStatus::kRunning) {
    return Start(begun, *(*state)->external_id);
  }
  const Result<FoundJob> found = service_.Find(begun);
  HPDL_TRY(found);
  const bool wanted = *state && (*state)->status == SlotStatus::kReady;
  if (found->id && wanted) {
    return RunAndStart(begun, **state, *found->id);
  }
  if (found->id && !known) {  // a person has killed the slot meanwhile
    HPDL_TRY(service_.Kill(begun.url, *found->id));
  }
  if (!found->id && !found->certain) {
    return JavaException(kExternalService,
                         "it is not known yet whether the slot has a job at " + begun.url);
  }
  return wanted && !found->id ? Result<void>() : intents_.Remove(begun.slot);
}

bool Submissions::HasBegun(const SlotId& slot) {
  const std::vector<Submission> begun = intents_.Of(slot.workflow);
  return std::any_of(begun.begin(), begun.end(),
                     [&](const Submission& submission) { return submission.slot == slot; });
}

}  // namespace hpdl::rt::celos
