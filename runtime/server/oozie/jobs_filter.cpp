#include "runtime/server/oozie/jobs_filter.h"

#include <algorithm>
#include <set>
#include <string>

#include "runtime/base/lower_case.h"
#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kKeys[] = {"user",           "name", "group",
                                      "status",         "id",   "startcreatedtime",
                                      "endcreatedtime", "text", "sortby"};

struct Single {
  std::string_view key, complaint;
};
/// Keys that may be given once.
constexpr Single kSingles[] = {
    {"startcreatedtime", "cannot specify multiple startcreatedtime"},
    {"endcreatedtime", "cannot specify multiple endcreatedtime"},
    {"text", "cannot specify multiple strings to search"},
    {"sortby", "cannot specify multiple sortby parameter"},
};

Refusal WrongFilter(std::string_view filter, std::string_view what) {
  std::string text = "Invalid jobs filter [";
  return Refuse("E0420", text.append(filter).append("], ").append(what));
}

/// Oozie finds these while it builds its query.
Refusal WrongQuery(std::string_view what) {
  return Refuse("E0603",
                "SQL error in operation, E0302: Invalid parameter [" + std::string(what) + "]");
}

Refusal WrongTime(std::string_view value) {
  return WrongQuery("Unsupported time format: " + std::string(value) +
                    " Specify time either in UTC format (yyyy-MM-dd'T'HH:mm'Z') or a offset value "
                    "in days/hours/minutes e.g. (-2d/h/m) from the current time.");
}

/// An unknown order is none.
bool IsIgnored(std::string_view key, std::string_view value) {
  return key == "sortby" && !IsInAnyCase(value, "createdtime") &&
         !IsInAnyCase(value, "lastmodifiedtime");
}

std::optional<Refusal> AddPart(std::string_view filter, std::string_view key,
                               std::string_view value, std::int64_t now_ms, JobQuery* query) {
  const bool known = std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
  if (!known) {
    return WrongFilter(filter, "invalid name [" + std::string(key) + "]");
  }
  if (IsIgnored(key, value)) {
    return std::nullopt;
  }
  const Result<void> added =
      AddJobFilter(std::string(key).append("=").append(value), now_ms, query);
  if (added) {
    return std::nullopt;
  }
  return key == "status" ? WrongFilter(filter, "invalid status [" + std::string(value) + "]")
                         : WrongTime(value);
}

}  // namespace

std::optional<Refusal> ReadJobsFilter(std::string_view filter, std::int64_t now_ms,
                                      JobQuery* query) {
  std::set<std::string, std::less<>> seen;
  for (const std::string_view part : Split(filter, ';')) {
    if (Trimmed(part).empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string key = LowerCase(Trimmed(part.substr(0, equals)));
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : Trimmed(part.substr(equals + 1));
    if (key.empty() || value.empty() || value.find('=') != std::string_view::npos) {
      return WrongFilter(filter, "elements must be semicolon-separated name=value pairs");
    }
    const bool again = !seen.insert(key).second;
    for (const Single& single : kSingles) {
      if (again && single.key == key) {
        return WrongQuery(single.complaint);
      }
    }
    if (std::optional<Refusal> wrong = AddPart(filter, key, value, now_ms, query)) {
      return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace hpdl::rt
