#include "runtime/server/protocols/oozie/job_pages.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/coordinator_rows.h"
#include "runtime/server/protocols/oozie/jobs_filter.h"
#include "runtime/server/protocols/oozie/workflow_json.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

/// The number of journals that are read without a pause. After this number, the event loop first
/// answers other requests.
constexpr std::size_t kJobsATime = 100;

/// Fills a page with the jobs from `page->offset` on.
Result<void> Fill(Catalogue& catalogue, const JobQuery& query, JobPage* page) {
  PageRequest request;
  request.order = query.order;
  request.limit = static_cast<std::size_t>(page->len);
  request.skip = static_cast<std::size_t>(page->offset - 1);
  const auto counts = catalogue.Count(query.filter);
  HPDL_TRY(counts);
  for (const auto& [state, jobs] : *counts) {
    page->total += jobs;
  }
  if (page->offset > page->total) {
    return {};
  }
  Result<CataloguePage> found = catalogue.Find(query.filter, request);
  HPDL_TRY(found);
  page->jobs = std::move(found->jobs);
  return {};
}

/// Fills a page with coordinators of one frequency. Reads the frequencies from the journals,
/// because the catalogue does not have them.
Task<Result<void>> FillByFrequency(const Exchange& exchange, const JobsFilter& filter,
                                   JobPage* page) {
  PageRequest request;
  request.order = filter.query.order;
  request.limit = kJobsATime;
  do {
    Result<CataloguePage> found = exchange.state.catalogue().Find(filter.query.filter, request);
    HPDL_CO_TRY(found);
    for (CatalogueEntry& entry : found->jobs) {
      const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, entry.root_id);
      if (!read || read->row.frequency != filter.frequency ||
          read->row.time_unit != filter.time_unit) {
        continue;
      }
      ++page->total;
      if (page->total >= page->offset && std::ssize(page->jobs) < page->len) {
        page->jobs.push_back(std::move(entry));
      }
    }
    request.after = found->next;
    co_await Sleep(std::chrono::milliseconds(0));
  } while (!request.after.empty());
  co_return Result<void>();
}

Result<void> WriteOne(JsonWriter* json, const Exchange& exchange, const std::string& id) {
  const bool with_error = exchange.settings.states_with_error;
  if (TypeOfId(id) == JobType::kBundle) {
    const Result<BundleRead> read = ReadBundle(exchange.state, id);
    HPDL_TRY(read);
    BeginBundle(json, read->job, read->row);
    EndBundle(json, read->job, read->row, {"", "", 0, with_error});
    return {};
  }
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, id);
  HPDL_TRY(read);
  const std::string bundle = BundleOf(exchange, *read);
  const CoordinatorExtras extras{"", bundle, 0, with_error};
  BeginCoordinator(json, read->job, read->row, extras);
  EndCoordinator(json, read->job, extras);
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

Task<std::variant<JobPage, Refusal>> ReadPage(Exchange& exchange, JobType type) {
  std::variant<JobsFilter, Refusal> read =
      ReadJobsFilter(exchange.Of("filter"), type, exchange.settings.states_with_error, NowMs());
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  JobsFilter& filter = std::get<JobsFilter>(read);
  // The catalogue has indexes for root jobs only. So the query finds compiled-in sub-workflows only
  // if the filter has ids.
  filter.query.filter.children = type == JobType::kWorkflow && !filter.query.filter.ids.empty();
  JobPage page;
  for (const auto& [name, without, into] : {std::tuple("offset", std::int64_t{1}, &page.offset),
                                            std::tuple("len", kDefaultLen, &page.len)}) {
    const std::variant<std::int64_t, Refusal> count = CountOf(exchange, name, without);
    if (std::holds_alternative<Refusal>(count)) {
      co_return std::get<Refusal>(count);
    }
    *into = std::get<std::int64_t>(count);
  }
  page.len = std::min(page.len, kMostLen);
  if (filter.none) {
    co_return page;
  }
  Result<void> filled;
  if (filter.frequency.empty()) {
    filled = Fill(exchange.state.catalogue(), filter.query, &page);
  } else {
    filled = co_await FillByFrequency(exchange, filter, &page);
  }
  if (!filled) {
    co_return RefusalOf(filled.error());
  }
  co_return page;
}

Task<Result<void>> WriteCoordinations(JsonWriter* json, const Exchange& exchange, JobType type,
                                      const std::vector<CatalogueEntry>& jobs) {
  json->Key(type == JobType::kBundle ? "bundlejobs" : "coordinatorjobs").BeginArray();
  std::size_t written = 0;
  for (const CatalogueEntry& entry : jobs) {
    const Result<void> one = WriteOne(json, exchange, entry.root_id);
    if (!one && one.error().code != "E0604") {
      co_return one;
    }
    if (++written % kJobsATime == 0) {
      co_await Sleep(std::chrono::milliseconds(0));
    }
  }
  json->EndArray();
  co_return Result<void>();
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
    // If the parent is a sub-workflow itself, the row has only the parent's number and not its id.
    if (entry.job.parent == 0) {
      extras.parent_id = entry.root_id;
    }
    BeginWorkflow(json, entry.job, extras);
    EndWorkflow(json, entry.job);
  }
  json->EndArray();
}

}  // namespace hpdl::rt
