#include <algorithm>
#include <chrono>

#include "runtime/ground/base/sleep.h"
#include "runtime/server/protocols/oozie/bulk_filter.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/coordinator_rows.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_pages.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostBundles = 1000;  ///< the maximum number of bundles in one query

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// True if the names are ids of jobs of this type. Only the first name is checked.
bool AreIds(const std::vector<std::string>& names, JobType type) {
  return IsJobId(names.front()) && TypeOfId(names.front()) == type;
}

Result<std::vector<CatalogueEntry>> FindBundles(const Exchange& exchange,
                                                const BulkFilter& filter) {
  JobFilter jobs;
  jobs.states = StatesOf(JobType::kBundle);
  (AreIds(filter.bundles, JobType::kBundle) ? jobs.ids : jobs.names) = filter.bundles;
  PageRequest request;
  request.limit = kMostBundles;
  Result<CataloguePage> page = exchange.state.catalogue().Find(jobs, request);
  HPDL_TRY(page);
  return std::move(page->jobs);
}

/// The rows of an answer.
struct BulkRows {
  std::int64_t offset = 1, len = 0;
  std::int64_t total = 0;   ///< number of rows of all bundles
  std::int64_t passed = 0;  ///< number of rows of the present bundle that were counted so far
  JsonWriter json{kJavaJson};
};

bool IsMeant(const BulkFilter& filter, const BundledRow& bundled) {
  return !bundled.coordinator_id.empty() &&
         (filter.coordinators.empty() ||
          Has(filter.coordinators, AreIds(filter.coordinators, JobType::kCoordinator)
                                       ? bundled.coordinator_id
                                       : bundled.name));
}

void WriteRow(const Exchange& exchange, const BundleRead& bundle, const CoordinatorRead& read,
              const CoordinatorActionRow& action, BulkRows* rows) {
  const bool with_error = exchange.settings.states_with_error;
  JsonWriter* json = &rows->json;
  json->BeginObject().Key("bulkaction");
  WriteCoordinatorAction(json, read.job.id, action);
  json->Key("bulkbundle");
  BeginBundle(json, bundle.job, bundle.row);
  EndBundle(json, bundle.job, bundle.row, {"", "", 0, with_error});
  json->Key("bulkcoord");
  const CoordinatorExtras extras{"", bundle.job.id, 0, with_error};
  BeginCoordinator(json, read.job, read.row, extras);
  EndCoordinator(json, read.job, extras);
  json->EndObject();
}

Result<void> AddCoordinator(const Exchange& exchange, const BulkFilter& filter,
                            const BundleRead& bundle, const std::string& id, BulkRows* rows) {
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, id);
  if (!read && read.error().code == "E0604") {
    return {};
  }
  HPDL_TRY(read);
  ActionQuery query;
  query.states = filter.states;
  query.nominal_from = filter.nominal.from;
  query.nominal_to = filter.nominal.until;
  const auto actions = read->records().Actions(query);
  HPDL_TRY(actions);
  for (const CoordinatorActionRow& action : *actions) {
    const std::int64_t created = action.created_ms / kSecondMs;
    if (created < filter.created.from || created > filter.created.until) {
      continue;
    }
    ++rows->total;
    ++rows->passed;
    if (rows->passed >= rows->offset && rows->passed - rows->offset < rows->len) {
      WriteRow(exchange, bundle, *read, action, rows);
    }
  }
  return {};
}

/// Adds the rows of a bundle that belong to the page. As in Oozie, `offset` and `len` count the
/// rows of each bundle separately.
Result<void> AddBundle(const Exchange& exchange, const BulkFilter& filter, const std::string& id,
                       BulkRows* rows) {
  Result<BundleRead> bundle = ReadBundle(exchange.state, id);
  if (!bundle && bundle.error().code == "E0604") {
    return {};
  }
  HPDL_TRY(bundle);
  std::sort(
      bundle->coordinators.begin(), bundle->coordinators.end(),
      [](const BundledRow& a, const BundledRow& b) { return a.coordinator_id < b.coordinator_id; });
  rows->passed = 0;
  for (const BundledRow& bundled : bundle->coordinators) {
    if (IsMeant(filter, bundled)) {
      HPDL_TRY(AddCoordinator(exchange, filter, *bundle, bundled.coordinator_id, rows));
    }
  }
  return {};
}

}  // namespace

Task<Answered> ListBulk(Exchange& exchange) {
  const std::variant<BulkFilter, Refusal> read = ReadBulkFilter(exchange.Of("bulk"));
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  const BulkFilter& filter = std::get<BulkFilter>(read);
  BulkRows rows;
  for (const auto& [name, without, into] : {std::tuple("offset", std::int64_t{1}, &rows.offset),
                                            std::tuple("len", kDefaultLen, &rows.len)}) {
    const std::variant<std::int64_t, Refusal> count = CountOf(exchange, name, without);
    if (std::holds_alternative<Refusal>(count)) {
      co_return std::get<Refusal>(count);
    }
    *into = std::get<std::int64_t>(count);
  }
  rows.len = std::min(rows.len, kMostLen);
  const Result<std::vector<CatalogueEntry>> bundles = FindBundles(exchange, filter);
  if (!bundles) {
    co_return RefusalOf(bundles.error());
  }
  if (bundles->empty()) {
    co_return Refuse("E0603",
                     "SQL error in operation, E0603: SQL error in operation, No entries found for "
                     "given bundle(s)");
  }
  rows.json.BeginObject().Key("bulkresponses").BeginArray();
  for (const CatalogueEntry& bundle : *bundles) {
    const Result<void> added = AddBundle(exchange, filter, bundle.root_id, &rows);
    if (!added) {
      co_return RefusalOf(added.error());
    }
    co_await Sleep(std::chrono::milliseconds(0));  // lets the loop answer other requests
  }
  rows.json.EndArray().Member("total", rows.total).Member("offset", rows.offset);
  co_return JsonAnswer(rows.json.Member("len", rows.len).EndObject().Take());
}

}  // namespace hpdl::rt
