#include <algorithm>
#include <chrono>
#include <set>
#include <span>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_pages.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/server/protocols/oozie/sla_events.h"
#include "runtime/server/protocols/oozie/sla_reading.h"
#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

/// The maximum number of bundles that are read for a query with a bundle's name. Several bundles
/// may have this name.
constexpr std::size_t kMostNamedBundles = 1000;

/// Returns the ids of the coordinators of all bundles with this name, or of the bundle with this
/// id.
Result<std::set<std::string>> CoordinatorsOf(const Exchange& exchange, const std::string& bundle) {
  std::set<std::string> coordinators;
  if (bundle.empty()) {
    return coordinators;
  }
  JobFilter filter;
  filter.states = StatesOf(JobType::kBundle);
  const bool is_id = IsJobId(bundle) && TypeOfId(bundle) == JobType::kBundle;
  (is_id ? filter.ids : filter.names) = {bundle};
  PageRequest request;
  request.limit = kMostNamedBundles;
  const Result<CataloguePage> page = exchange.state.catalogue().Find(filter, request);
  HPDL_TRY(page);
  for (const CatalogueEntry& entry : page->jobs) {
    const Result<BundleRead> read = ReadBundle(exchange.state, entry.root_id);
    if (read) {  // a bundle may have been purged meanwhile
      for (const BundledRow& each : read->coordinators) {
        coordinators.insert(each.coordinator_id);
      }
    }
  }
  return coordinators;
}

/// Reads the agreements of all jobs that may match. Other requests are answered meanwhile. A
/// journal that cannot be read is an error if the query names its job; otherwise it is skipped.
Task<Result<std::vector<SlaRecord>>> ReadRecords(const Exchange& exchange, const SlaQuery& query) {
  constexpr std::size_t kAtOnce = 20;
  const bool named = query.id || query.parent_id;
  std::vector<SlaRecord> records;
  const Result<std::vector<std::string>> roots = RootsOf(exchange.state, query);
  HPDL_CO_TRY(roots);
  for (std::size_t i = 0; i < roots->size(); ++i) {
    const Result<void> added = AddAgreements(exchange.state, (*roots)[i], query, &records);
    if (!added && named) {
      co_return added.error();
    }
    if (i % kAtOnce == kAtOnce - 1) {
      co_await Sleep(std::chrono::milliseconds(0));
    }
  }
  co_return records;
}

Task<Answered> ListSummaries(Exchange& exchange) {
  const std::variant<SlaQuery, Refusal> read = ReadSlaQuery(exchange.parameters);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  const SlaQuery& query = std::get<SlaQuery>(read);
  const Result<std::set<std::string>> coordinators = CoordinatorsOf(exchange, query.bundle);
  if (!coordinators) {
    co_return RefusalOf(coordinators.error());
  }
  Result<std::vector<SlaRecord>> records = co_await ReadRecords(exchange, query);
  if (!records) {
    co_return RefusalOf(records.error());
  }
  const std::int64_t now_ms = NowMs();
  const bool texts = Find(exchange.parameters, "timezone") != nullptr;
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("slaSummaryList").BeginArray();
  for (const SlaRecord& record : Chosen(std::move(*records), query, *coordinators, now_ms)) {
    WriteSlaRecord(&json, record, texts, now_ms);
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

/// The filter of a request for events (`GET v1/sla`).
struct EventFilter {
  std::string job_id, app_name;  ///< "": any value matches
};
std::variant<EventFilter, Refusal> ReadEventFilter(std::string_view filter) {
  EventFilter read;
  for (const std::string_view part : Split(filter, ';')) {
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const bool is_pair = equals != std::string_view::npos && equals + 1 < part.size() &&
                         part.find('=', equals + 1) == std::string_view::npos;
    if (!part.empty() && (!is_pair || (name != "jobid" && name != "appname"))) {
      return Refuse("E0401", std::string("Missing configuration property [") +
                                 (is_pair ? "invalid/unsupported names in filter"
                                          : "elements must be name=value pairs") +
                                 "]");
    }
    if (!part.empty()) {
      (name == "jobid" ? read.job_id : read.app_name) = part.substr(equals + 1);
    }
  }
  return read;
}

/// Returns the events after number `after`. First makes and numbers the events that are new since
/// the last request.
Task<Result<std::vector<SlaEventRow>>> ReadEvents(const Exchange& exchange,
                                                  const EventFilter& filter, std::int64_t after,
                                                  std::size_t most) {
  if (!filter.app_name.empty()) {
    co_return std::vector<SlaEventRow>();  // no event has an app name
  }
  const Result<std::vector<SlaRecord>> records = co_await ReadRecords(exchange, SlaQuery());
  HPDL_CO_TRY(records);
  const Result<std::unique_ptr<SlaEventLog>> log = SlaEventLog::Open(exchange.state);
  HPDL_CO_TRY(log);
  constexpr std::size_t kAtOnce = 1000;
  const std::vector<SlaEventRow> events = EventsOf(*records);
  for (std::size_t at = 0; at < events.size(); at += kAtOnce) {
    const std::span<const SlaEventRow> some =
        std::span(events).subspan(at, std::min(kAtOnce, events.size() - at));
    if (const Result<void> added = (*log)->Add(some); !added) {
      co_return added.error();
    }
    co_await Sleep(std::chrono::milliseconds(0));
  }
  co_return (*log)->After(after, most, filter.job_id);
}

Task<Answered> ListEvents(const Exchange& exchange) {
  const std::string* after = Find(exchange.parameters, "gt-sequence-id");
  if (after == nullptr) {
    co_return Refuse("E0401",
                     "Missing configuration property [gt-sequence-id parameter is not specified in "
                     "the http request]");
  }
  const std::optional<int> number = ReadJavaInt(*after);
  if (!number) {
    co_return NotANumber(*after);
  }
  constexpr std::int64_t kMostEvents = 100;  // the default number of events
  const std::variant<std::int64_t, Refusal> most = CountOf(exchange, "max-events", kMostEvents);
  if (std::holds_alternative<Refusal>(most)) {
    co_return std::get<Refusal>(most);
  }
  const std::variant<EventFilter, Refusal> filter = ReadEventFilter(exchange.Of("filter"));
  if (std::holds_alternative<Refusal>(filter)) {
    co_return std::get<Refusal>(filter);
  }
  const Result<std::vector<SlaEventRow>> events =
      co_await ReadEvents(exchange, std::get<EventFilter>(filter), *number,
                          static_cast<std::size_t>(std::get<std::int64_t>(most)));
  if (!events) {
    co_return RefusalOf(events.error());
  }
  co_return XmlAnswer(SlaMessage(*events, *number));
}

}  // namespace

Task<Answered> SlaResource(Exchange& exchange) {
  if (!exchange.Is("GET")) {
    co_return InvalidResource("");
  }
  if (exchange.version == 2) {
    co_return co_await ListSummaries(exchange);
  }
  co_return co_await ListEvents(exchange);
}

}  // namespace hpdl::rt
