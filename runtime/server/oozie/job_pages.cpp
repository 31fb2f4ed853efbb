#include "runtime/server/oozie/job_pages.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/base/clock.h"
#include "runtime/server/oozie/job_rows.h"
#include "runtime/server/oozie/jobs_filter.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kDefaultLen = 50;
constexpr std::int64_t kMostLen = 10'000;  ///< of one answer

/// The jobs from `page->offset` on.
Result<void> Fill(Catalogue& catalogue, const JobQuery& query, JobPage* page) {
  PageRequest request;
  request.order = query.order;
  request.limit = static_cast<std::size_t>(page->len);
  request.skip = static_cast<std::size_t>(page->offset - 1);
  if (page->offset > page->total) {
    return {};
  }
  Result<CataloguePage> found = catalogue.Find(query.filter, request);
  HPDL_TRY(found);
  page->jobs = std::move(found->jobs);
  return {};
}

}  // namespace

std::variant<std::int64_t, Refusal> CountOf(const Exchange& exchange, std::string_view name,
                                            std::int64_t without) {
  const std::string* text = Find(exchange.parameters, name);
  if (text == nullptr) {
    return without;
  }
  const std::optional<int> number = ReadJavaInt(*text);
  if (!number) {
    return NotANumber(*text);
  }
  return *number < 1 ? without : *number;
}

std::variant<JobPage, Refusal> ReadPage(Exchange& exchange) {
  JobQuery query;
  if (std::optional<Refusal> wrong = ReadJobsFilter(exchange.Of("filter"), NowMs(), &query)) {
    return *wrong;
  }
  // Sub-workflows are part of their programs' jobs; the catalogue has indexes for those alone.
  query.filter.children = !query.filter.ids.empty();
  JobPage page;
  for (const auto& [name, without, into] : {std::tuple("offset", std::int64_t{1}, &page.offset),
                                            std::tuple("len", kDefaultLen, &page.len)}) {
    const std::variant<std::int64_t, Refusal> count = CountOf(exchange, name, without);
    if (std::holds_alternative<Refusal>(count)) {
      return std::get<Refusal>(count);
    }
    *into = std::get<std::int64_t>(count);
  }
  page.len = std::min(page.len, kMostLen);
  const auto counts = exchange.state.catalogue().Count(query.filter);
  if (!counts) {
    return RefusalOf(counts.error());
  }
  for (const auto& [state, jobs] : *counts) {
    page.total += jobs;
  }
  const Result<void> filled = Fill(exchange.state.catalogue(), query, &page);
  if (!filled) {
    return RefusalOf(filled.error());
  }
  return page;
}

void WriteWorkflows(JsonWriter* json, const Exchange& exchange,
                    const std::vector<CatalogueEntry>& jobs, bool links) {
  json->Key("workflows").BeginArray();
  for (const CatalogueEntry& entry : jobs) {
    WorkflowExtras extras;
    if (links) {
      extras.console_url = exchange.settings.base_url;
    }
    const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(entry.job.id);
    if (origin) {
      extras.external_id = origin->external_id;
      extras.parent_id = origin->parent_id;
    }
    if (entry.job.parent == 0) {  // of others the row does not say the id
      extras.parent_id = entry.root_id;
    }
    BeginWorkflow(json, entry.job, extras);
    EndWorkflow(json, entry.job);
  }
  json->EndArray();
}

}  // namespace hpdl::rt
