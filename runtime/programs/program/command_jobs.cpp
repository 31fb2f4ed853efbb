#include "runtime/engines/report/job_filter.h"
#include "runtime/engines/report/job_list.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {
namespace {

/// Reads the query and the page from the options. If an option is wrong, prints the error and
/// returns false.
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
  const JobList list = *state == nullptr ? JobList() : ListOf(**state, std::move(page));
  call.out.Write(call.json() ? JobsJson(list) : JobsText(list, NowMs()));
  return kExitDone;
}

}  // namespace hpdl::rt
