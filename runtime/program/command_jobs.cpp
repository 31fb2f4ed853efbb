#include "runtime/program/commands.h"
#include "runtime/program/job_filter.h"
#include "runtime/program/text.h"
#include "runtime/program/views.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

/// What the options ask for; an error has been told already.
bool ReadQuery(Invocation& call, JobQuery* query, PageRequest* page, int* code) {
  const std::optional<std::int64_t> most = NumberOption(call, "len", code);
  if (*code != kExitDone) {
    return false;
  }
  for (const char* option : {"status", "filter"}) {
    const std::string text = call.line.Value(option);
    const Result<void> added = !call.line.Has(option) ? Result<void>()
                               : std::string_view(option) == "status"
                                   ? AddStates(text, &query->filter)
                                   : AddJobFilter(text, NowMs(), query);
    if (!added) {
      *code = call.Refuse(kExitUsage,
                          "--" + std::string(option) + " " + OneLine(added.error().message));
      return false;
    }
  }
  query->filter.children = call.line.Has("all");
  page->order = query->order;
  page->limit = most ? static_cast<std::size_t>(*most) : 0;
  page->after = call.line.Value("after");
  return true;
}

std::vector<ListedJob> Listed(const StateDirectory& state, CataloguePage* page) {
  std::vector<ListedJob> listed;
  for (CatalogueEntry& entry : page->jobs) {
    const bool may_run =
        entry.job.state == JobState::kRunning || entry.job.state == JobState::kSuspended;
    const bool alive = may_run && Lease::IsHeld(state.JobPath(entry.root_id));
    listed.push_back({std::move(entry), alive});
  }
  return listed;
}

}  // namespace

int JobsCommand(Invocation& call) {
  int code = kExitDone;
  JobQuery query;
  PageRequest request;
  if (!ReadQuery(call, &query, &request, &code)) {
    return code;
  }
  auto state = OpenState(call.line, false);
  if (!state) {
    return call.Refuse(kExitFailed, state.error());
  }
  if (*state == nullptr && !call.json() && !call.line.Has("ids")) {
    call.out.Line("no jobs: there is no state directory " + OneLine(*StatePath(call.line)));
    return kExitDone;
  }
  CataloguePage page;
  if (*state != nullptr && (request.limit != 0 || !call.line.Has("len"))) {
    Result<CataloguePage> found = (*state)->catalogue().Find(query.filter, request);
    if (!found) {
      return call.Refuse(kExitFailed, found.error());
    }
    page = std::move(*found);
  }
  if (call.line.Has("ids")) {
    for (const CatalogueEntry& entry : page.jobs) {
      call.out.Line(entry.job.id);
    }
    return kExitDone;
  }
  const std::string next = page.next;
  const std::vector<ListedJob> listed =
      *state == nullptr ? std::vector<ListedJob>() : Listed(**state, &page);
  call.out.Write(call.json() ? JobsJson(listed, next) : JobsText(listed, next, NowMs()));
  return kExitDone;
}

}  // namespace hpdl::rt
