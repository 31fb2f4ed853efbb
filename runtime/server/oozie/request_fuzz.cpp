#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/base/time_zone.h"
#include "runtime/server/oozie/java_json.h"
#include "runtime/server/oozie/jobs_filter.h"
#include "runtime/server/oozie/log_filter.h"
#include "runtime/server/oozie/query.h"

namespace {

using namespace hpdl::rt;

/// A text as JSON is ASCII control free, and ends as it began.
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

/// A refusal is one line that says why.
void CheckRefusal(const Refusal& refusal) {
  const OozieAnswer answer = ErrorAnswer(refusal, "GET");
  if (answer.status != 400 || answer.reason.find_first_of("\r\n") != std::string::npos) {
    std::abort();
  }
  CheckJson(answer.body);
}

}  // namespace

/// Any bytes as the target of a request, as the filters of a log and of jobs.
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
  JobQuery query;
  if (const auto refusal = ReadJobsFilter(text, 1'700'000'000'000, &query)) {
    CheckRefusal(*refusal);
  }
  return 0;
}
