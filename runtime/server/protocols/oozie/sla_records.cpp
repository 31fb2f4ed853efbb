#include "runtime/server/protocols/oozie/sla_records.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

Refusal WrongSlaFilter(std::string_view what) {
  return Refuse("E0401", "Missing configuration property [" + std::string(what) + "]");
}

struct NamedText {
  std::string_view name;
  std::string SlaQuery::* text;
};
constexpr NamedText kTexts[] = {{"app_name", &SlaQuery::app_name},
                                {"app_type", &SlaQuery::app_type},
                                {"user_name", &SlaQuery::user},
                                {"job_status", &SlaQuery::job_status},
                                {"bundle", &SlaQuery::bundle}};

struct NamedBound {
  std::string_view name;
  SlaQuery::Span SlaQuery::* span;
  std::optional<std::int64_t> SlaQuery::Span::* bound;
  bool is_time = true;
};
using SlaSpan = SlaQuery::Span;
constexpr NamedBound kBounds[] = {
    {"nominal_after", &SlaQuery::nominal, &SlaSpan::from},
    {"nominal_before", &SlaQuery::nominal, &SlaSpan::until},
    {"nominal_start", &SlaQuery::nominal, &SlaSpan::from},
    {"nominal_end", &SlaQuery::nominal, &SlaSpan::until},
    {"created_after", &SlaQuery::created, &SlaSpan::from},
    {"created_before", &SlaQuery::created, &SlaSpan::until},
    {"expectedstart_after", &SlaQuery::expected_start, &SlaSpan::from},
    {"expectedstart_before", &SlaQuery::expected_start, &SlaSpan::until},
    {"expectedend_after", &SlaQuery::expected_end, &SlaSpan::from},
    {"expectedend_before", &SlaQuery::expected_end, &SlaSpan::until},
    {"actualstart_after", &SlaQuery::actual_start, &SlaSpan::from},
    {"actualstart_before", &SlaQuery::actual_start, &SlaSpan::until},
    {"actualend_after", &SlaQuery::actual_end, &SlaSpan::from},
    {"actualend_before", &SlaQuery::actual_end, &SlaSpan::until},
    {"actual_duration_min", &SlaQuery::actual_duration, &SlaSpan::from, false},
    {"actual_duration_max", &SlaQuery::actual_duration, &SlaSpan::until, false},
    {"expected_duration_min", &SlaQuery::expected_duration, &SlaSpan::from, false},
    {"expected_duration_max", &SlaQuery::expected_duration, &SlaSpan::until, false},
};

constexpr std::array<std::string_view, 4> kStatuses = {"NOT_STARTED", "IN_PROCESS", "MET", "MISS"};
constexpr std::array<std::string_view, 6> kEvents = {"START_MET",     "START_MISS", "DURATION_MET",
                                                     "DURATION_MISS", "END_MET",    "END_MISS"};

template <std::size_t kSize>
bool AddWords(std::string_view values, const std::array<std::string_view, kSize>& known,
              std::vector<std::string>* into) {
  for (const std::string_view word : Split(values, ',')) {
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      return false;
    }
    into->emplace_back(word);
  }
  return true;
}

std::optional<Refusal> AddBound(const NamedBound& named, std::string_view name,
                                std::string_view value, SlaQuery* query) {
  std::optional<std::int64_t> number;
  if (named.is_time) {
    const Result<std::int64_t> time = ReadTime(value);
    number = time ? std::optional(*time * 1000) : std::nullopt;
  } else if (const std::optional<int> whole = ReadJavaInt(value)) {
    number = *whole;
  }
  if (!number) {
    return WrongSlaFilter("Invalid value in filter: " + std::string(name) + "=" +
                          std::string(value));
  }
  SlaSpan& span = query->*named.span;
  span.*named.bound = number;
  if (span.from && span.until && *span.from > *span.until) {
    return InvalidParameter("should be: the lower bound of " + std::string(name) +
                            " <= the upper one");
  }
  return std::nullopt;
}

std::optional<Refusal> AddPart(std::string_view name, std::string_view value, SlaQuery* query) {
  for (const NamedText& named : kTexts) {
    if (named.name == name) {
      query->*named.text = value;
      return std::nullopt;
    }
  }
  for (const NamedBound& named : kBounds) {
    if (named.name == name) {
      return AddBound(named, name, value, query);
    }
  }
  if (name == "id" || name == "parent_id") {
    (name == "id" ? query->id : query->parent_id) = value;
    return std::nullopt;
  }
  const bool of_status = name == "sla_status";
  if (!of_status && name != "event_status") {
    return WrongSlaFilter("Invalid/unsupported names in filter: " + std::string(name));
  }
  const bool known = of_status ? AddWords(value, kStatuses, &query->sla_statuses)
                               : AddWords(value, kEvents, &query->events);
  return known ? std::nullopt
               : std::optional(WrongSlaFilter("Invalid value in filter: " + std::string(name) +
                                              "=" + std::string(value)));
}

bool IsIn(const SlaSpan& span, const std::optional<std::int64_t>& number) {
  if (!span.from && !span.until) {
    return true;
  }
  return number && (!span.from || *number >= *span.from) && (!span.until || *number <= *span.until);
}

bool Means(const SlaQuery& query, const SlaRecord& record,
           const std::set<std::string>& coordinators, std::int64_t now_ms) {
  if ((query.id || query.parent_id) && query.id != record.id &&
      query.parent_id != record.parent_id) {
    return false;
  }
  const std::pair<const std::string*, const std::string*> patterns[] = {
      {&query.app_name, &record.app_name},
      {&query.app_type, &record.app_type},
      {&query.user, &record.user},
      {&query.job_status, &record.job_status}};
  for (const auto& [pattern, text] : patterns) {
    if (!pattern->empty() && !IsLike(*text, *pattern)) {
      return false;
    }
  }
  const auto has = [](const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const std::vector<std::string_view> events = EventsOf(record, now_ms).Words();
  return (query.bundle.empty() || coordinators.contains(record.parent_id)) &&
         (query.sla_statuses.empty() || has(query.sla_statuses, record.sla_status)) &&
         (query.events.empty() ||
          std::any_of(events.begin(), events.end(),
                      [&](std::string_view word) { return has(query.events, word); })) &&
         IsIn(query.nominal, record.nominal_ms) && IsIn(query.created, record.created_ms) &&
         IsIn(query.expected_start, record.expected_start_ms) &&
         IsIn(query.expected_end, record.expected_end_ms) &&
         IsIn(query.actual_start, record.actual_start_ms) &&
         IsIn(query.actual_end, record.actual_end_ms) &&
         IsIn(query.expected_duration, record.expected_duration_ms) &&
         IsIn(query.actual_duration, record.actual_duration_ms);
}

/// The key by which records are sorted: a number, then a text.
using SortKey = std::pair<std::int64_t, std::string>;

struct NamedKey {
  std::string_view name;
  SortKey (*key)(const SlaRecord& record);
};
constexpr NamedKey kSortKeys[] = {
    {"jobId", [](const SlaRecord& record) { return SortKey(0, record.id); }},
    {"parentId", [](const SlaRecord& record) { return SortKey(0, record.parent_id); }},
    {"appName", [](const SlaRecord& record) { return SortKey(0, record.app_name); }},
    {"appType", [](const SlaRecord& record) { return SortKey(0, record.app_type); }},
    {"user", [](const SlaRecord& record) { return SortKey(0, record.user); }},
    {"jobStatus", [](const SlaRecord& record) { return SortKey(0, record.job_status); }},
    {"slaStatus", [](const SlaRecord& record) { return SortKey(0, record.sla_status); }},
    {"nominalTimeTS", [](const SlaRecord& record) { return SortKey(record.nominal_ms, ""); }},
    {"createdTimeTS", [](const SlaRecord& record) { return SortKey(record.created_ms, ""); }},
    {"lastModifiedTS", [](const SlaRecord& record) { return SortKey(record.modified_ms, ""); }},
    {"expectedStartTS",
     [](const SlaRecord& record) { return SortKey(record.expected_start_ms.value_or(0), ""); }},
    {"actualStartTS",
     [](const SlaRecord& record) { return SortKey(record.actual_start_ms.value_or(0), ""); }},
    {"expectedEndTS",
     [](const SlaRecord& record) { return SortKey(record.expected_end_ms.value_or(0), ""); }},
    {"actualEndTS",
     [](const SlaRecord& record) { return SortKey(record.actual_end_ms.value_or(0), ""); }},
    {"expectedDuration",
     [](const SlaRecord& record) { return SortKey(record.expected_duration_ms.value_or(-1), ""); }},
    {"actualDuration",
     [](const SlaRecord& record) { return SortKey(record.actual_duration_ms.value_or(-1), ""); }},
};

const NamedKey* KeyOf(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kSortKeys), std::end(kSortKeys),
                                         [&](const NamedKey& each) { return each.name == name; });
  return found == std::end(kSortKeys) ? nullptr : found;
}

void WriteTime(JsonWriter* json, std::string_view name, const std::optional<std::int64_t>& ms,
               bool texts) {
  if (!ms) {
    json->Key(name).Null();
  } else if (texts) {
    json->Time(name, *ms);
  } else {
    json->Member(name, *ms);
  }
}

void WriteDelay(JsonWriter* json, std::string_view name,
                const std::optional<SlaEvents::Event>& event) {
  if (event) {
    json->Member(name, event->delay);
  }
}

}  // namespace

std::vector<std::string_view> SlaEvents::Words() const {
  std::vector<std::string_view> words;
  for (const auto* event : {&start, &duration, &end}) {
    if (*event) {
      words.push_back((*event)->word);
    }
  }
  return words;
}

bool IsLike(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, in = 0, star = std::string_view::npos, mark = 0;
  while (at < text.size()) {
    if (in < pattern.size() && pattern[in] == '%') {
      star = in++;
      mark = at;
    } else if (in < pattern.size() && (pattern[in] == '_' || pattern[in] == text[at])) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++mark;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('%', in) == std::string_view::npos;
}

SlaEvents EventsOf(const SlaRecord& record, std::int64_t now_ms) {
  SlaEvents events;
  // A start or an end can be met only after it has happened, and a duration only when it is
  // complete. Each of them can be missed earlier.
  const auto judge = [](std::optional<std::int64_t> late_ms, bool happened, std::string_view met,
                        std::string_view missed) -> std::optional<SlaEvents::Event> {
    const std::int64_t delay = late_ms.value_or(0) / kMinuteMs;
    if (!late_ms || (!happened && delay <= 0)) {
      return std::nullopt;
    }
    return SlaEvents::Event{delay > 0 ? missed : met, delay};
  };
  const auto late = [](const std::optional<std::int64_t>& expected, std::int64_t actual) {
    return expected ? std::optional(actual - *expected) : std::nullopt;
  };
  events.start = judge(late(record.expected_start_ms, record.actual_start_ms.value_or(now_ms)),
                       record.actual_start_ms.has_value(), kEvents[0], kEvents[1]);
  if (record.actual_duration_ms || record.actual_start_ms) {
    const std::int64_t so_far =
        record.actual_duration_ms.value_or(now_ms - record.actual_start_ms.value_or(now_ms));
    events.duration = judge(late(record.expected_duration_ms, so_far),
                            record.actual_duration_ms.has_value(), kEvents[2], kEvents[3]);
  }
  events.end = judge(late(record.expected_end_ms, record.actual_end_ms.value_or(now_ms)),
                     record.actual_end_ms.has_value(), kEvents[4], kEvents[5]);
  return events;
}

std::variant<SlaQuery, Refusal> ReadSlaQuery(const Parameters& parameters) {
  const std::string* filter = Find(parameters, "filter");
  if (filter == nullptr) {
    return Refuse("E0305", "Missing parameter [filter]");
  }
  SlaQuery query;
  for (const std::string_view part : Split(*filter, ';')) {
    if (part.empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    if (value.empty() || value.find('=') != std::string_view::npos) {
      return WrongSlaFilter("elements must be semicolon-separated name=value pairs");
    }
    if (std::optional<Refusal> wrong = AddPart(part.substr(0, equals), value, &query)) {
      return *wrong;
    }
  }
  if (const std::string* sort_by = Find(parameters, "sortby"); sort_by && !sort_by->empty()) {
    if (KeyOf(*sort_by) == nullptr) {
      return InvalidValue("sortby", *sort_by);
    }
    query.sort_by = *sort_by;
  }
  query.descending = Get(parameters, "order") == "desc";
  if (const std::string* len = Find(parameters, "len")) {
    const std::optional<int> number = ReadJavaInt(*len);
    if (!number) {
      return NotANumber(*len);
    }
    query.len = *number < 0 ? query.len : std::min(query.len, static_cast<std::size_t>(*number));
  }
  return query;
}

std::vector<SlaRecord> Chosen(std::vector<SlaRecord> records, const SlaQuery& query,
                              const std::set<std::string>& coordinators, std::int64_t now_ms) {
  std::erase_if(records, [&](const SlaRecord& record) {
    return !Means(query, record, coordinators, now_ms);
  });
  const NamedKey* key = KeyOf(query.sort_by);
  std::stable_sort(records.begin(), records.end(), [&](const SlaRecord& a, const SlaRecord& b) {
    const SortKey first = key->key(a), second = key->key(b);
    if (first != second) {
      return query.descending ? second < first : first < second;
    }
    return a.nominal_ms < b.nominal_ms;
  });
  if (records.size() > query.len) {
    records.resize(query.len);
  }
  return records;
}

void WriteSlaRecord(JsonWriter* json, const SlaRecord& record, bool texts, std::int64_t now_ms) {
  const SlaEvents events = EventsOf(record, now_ms);
  std::string words;
  for (const std::string_view word : events.Words()) {
    words.append(words.empty() ? "" : ",").append(word);
  }
  std::optional<std::int64_t> duration = record.actual_duration_ms;
  if (!duration && record.expected_duration_ms && record.actual_start_ms) {
    duration = now_ms - *record.actual_start_ms;
  }
  json->BeginObject();
  WriteTime(json, "nominalTime", record.nominal_ms, texts);
  json->Member("jobStatus", record.job_status);
  WriteTime(json, "expectedEnd", record.expected_end_ms, texts);
  json->Member("appName", record.app_name);
  WriteTime(json, "actualEnd", record.actual_end_ms, texts);
  json->Member("actualDuration", duration.value_or(-1));
  WriteTime(json, "expectedStart", record.expected_start_ms, texts);
  json->Member("expectedDuration", record.expected_duration_ms.value_or(-1));
  if (!record.parent_id.empty()) {
    json->Member("parentId", record.parent_id);
  }
  WriteDelay(json, "durationDelay", events.duration);
  json->Member("slaStatus", record.sla_status).Member("appType", record.app_type);
  json->Member("slaAlertStatus", !record.alerts ? "" : *record.alerts ? "Enabled" : "Disabled");
  json->Member("eventStatus", words);
  WriteDelay(json, "startDelay", events.start);
  json->Member("id", record.id);
  WriteTime(json, "lastModified", record.modified_ms, texts);
  json->Member("user", record.user);
  WriteTime(json, "actualStart", record.actual_start_ms, texts);
  WriteDelay(json, "endDelay", events.end);
  json->EndObject();
}

}  // namespace hpdl::rt
