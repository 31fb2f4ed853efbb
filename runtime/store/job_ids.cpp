#include "runtime/store/job_ids.h"

#include <algorithm>
#include <cstdio>

#include "runtime/base/calendar.h"

namespace hpdl::rt {
namespace {

bool Plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

}  // namespace

std::string FormatJobId(std::int64_t number, std::int64_t now_ms, std::string_view user,
                        JobType type) {
  const CalendarTime utc = CalendarOf(now_ms / 1000);
  char text[96];
  std::snprintf(text, sizeof text, "%07lld-%02d%02d%02d%02d%02d%02d%03d-hpdl-",
                static_cast<long long>(number), static_cast<int>(utc.year % 100), utc.month,
                utc.day, utc.hour, utc.minute, utc.second, static_cast<int>(now_ms % 1000));
  std::string name(user.substr(0, 64));
  std::replace_if(name.begin(), name.end(), [](char c) { return !Plain(c); }, '_');
  return text + (name.empty() ? "user" : name) + "-" + LetterOf(type);
}

JobType TypeOfId(std::string_view id) {
  for (const JobType type : {JobType::kCoordinator, JobType::kBundle}) {
    if (id.size() > 2 && id[id.size() - 2] == '-' && id.back() == LetterOf(type)) {
      return type;
    }
  }
  return JobType::kWorkflow;
}

bool IsJobId(std::string_view id) {
  return id.size() > 2 && id.size() < 200 && id.front() >= '0' && id.front() <= '9' &&
         std::all_of(id.begin(), id.end(), Plain);
}

}  // namespace hpdl::rt
