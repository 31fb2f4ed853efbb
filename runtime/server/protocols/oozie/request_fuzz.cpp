#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/ground/calendar/time_zone.h"
#include "runtime/server/protocols/oozie/action_filter.h"
#include "runtime/server/protocols/oozie/bulk_filter.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/jobs_filter.h"
#include "runtime/server/protocols/oozie/log_filter.h"
#include "runtime/server/protocols/oozie/query.h"
#include "runtime/server/protocols/oozie/sla_records.h"

namespace {

using namespace hpdl::rt;

constexpr std::int64_t kNowMs = 1'700'000'000'000;

/// Writes a text as JSON. Checks that the JSON has no control characters of ASCII, and that it
/// begins and ends with a brace.
void CheckJson(std::string_view text) {
  JsonWriter json(kJavaJson);
  const std::string written = json.BeginObject().Member("a", text).EndObject().Take();
  for (const char c : written) {
    if (static_cast<unsigned char>(c) < 0x20) {
      std::abort();
    }
  }
  if (written.front() != '{' || written.back() != '}') {
    std::abort();
  }
}

/// Checks that a refusal has status 400, and a reason of one line.
void CheckRefusal(const Refusal& refusal) {
  const OozieAnswer answer = ErrorAnswer(refusal, "GET");
  if (answer.status != 400 || answer.reason.find_first_of("\r\n") != std::string::npos) {
    std::abort();
  }
  CheckJson(answer.body);
}

template <class Read>
void CheckReading(const std::variant<Read, Refusal>& read) {
  if (const Refusal* refusal = std::get_if<Refusal>(&read)) {
    CheckRefusal(*refusal);
  }
}

/// Reads a text as a filter of a coordinator's actions. Checks that the filter's ranges of nominal
/// times are sorted and do not overlap.
void CheckActions(std::string_view text) {
  const std::variant<ActionFilter, Refusal> read = ReadActionFilter(text);
  CheckReading(read);
  if (const ActionFilter* filter = std::get_if<ActionFilter>(&read)) {
    for (std::size_t i = 0; i < filter->nominal.size(); ++i) {
      const auto& [from, to] = filter->nominal[i];
      if (from > to || (i > 0 && filter->nominal[i - 1].second >= from)) {
        std::abort();
      }
    }
  }
}

void CheckSla(std::string_view text) {
  const std::variant<SlaQuery, Refusal> read = ReadSlaQuery({{"filter", std::string(text)}});
  CheckReading(read);
  if (const SlaQuery* query = std::get_if<SlaQuery>(&read)) {
    SlaRecord record;
    record.id = record.app_name = text.substr(0, text.size() / 2);
    record.expected_start_ms = record.actual_start_ms = kNowMs;
    for (const SlaRecord& each : Chosen({record}, *query, {}, kNowMs)) {
      JsonWriter json(kJavaJson);
      WriteSlaRecord(&json, each, true, kNowMs);
    }
  }
}

}  // namespace

/// Reads any bytes as the target of a request and as each kind of filter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const std::optional<RequestTarget> target = ReadTarget(text)) {
    if (target->parameters.size() > kMostParameters ||
        target->path.find('\0') != std::string::npos) {
      std::abort();
    }
    for (const auto& [name, value] : target->parameters) {
      CheckJson(name);
      CheckJson(value);
      (void)ReadJavaInt(value);
    }
  }
  CheckJson(text);
  const TimeZone zone = *TimeZone::FromRule("CET-1CEST,M3.5.0,M10.5.0/3");
  const std::variant<LogFilter, Refusal> filter = ReadLogFilter(text, zone);
  if (const Refusal* refusal = std::get_if<Refusal>(&filter)) {
    CheckRefusal(*refusal);
  }
  for (const JobType type : {JobType::kWorkflow, JobType::kCoordinator, JobType::kBundle}) {
    for (const bool with_error : {false, true}) {
      CheckReading(ReadJobsFilter(text, type, with_error, kNowMs));
    }
  }
  CheckReading(ReadBulkFilter(text));
  CheckActions(text);
  CheckSla(text);
  return 0;
}
