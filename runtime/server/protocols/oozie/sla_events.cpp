#include "runtime/server/protocols/oozie/sla_events.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "runtime/ground/base/jdom_xml.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

/// The separator of the words in SlaEventRow::text; no definition can contain it.
constexpr char kSeparator = '\x1f';

struct TimedEvent {
  std::int64_t ms = 0;
  SlaEventRow row;
};

/// The part of an XML document that describes one event: an element, and the leaf elements in it.
struct MessagePart {
  std::string_view element;
  std::vector<std::pair<std::string_view, std::string>> leaves;
};

/// Writes a part as SlaEventRow::text. The text does not have the number of the event, which is not
/// known yet.
std::string Encoded(const MessagePart& part) {
  std::string text(part.element);
  for (const auto& [name, value] : part.leaves) {
    text.append(1, kSeparator).append(name).append(1, kSeparator).append(value);
  }
  return text;
}

std::string TextOfTime(std::int64_t ms) {
  return WriteTime(ms / 1000);
}

/// Returns a registration event of sla:0.1. An agreement of sla:0.2 has fewer fields, so some
/// fields of the event are empty.
MessagePart Registration(const SlaRecord& record) {
  return {
      "registration",
      {{"sla-id", record.id},
       {"app-type", record.app_type},
       {"app-name", ""},
       {"user", record.user},
       {"group", ""},
       {"parent-sla-id", "null"},
       {"expected-start", record.expected_start_ms ? TextOfTime(*record.expected_start_ms) : ""},
       {"expected-end", record.expected_end_ms ? TextOfTime(*record.expected_end_ms) : ""},
       {"status-timestamp", TextOfTime(record.created_ms)},
       {"notification-msg", record.notification_msg},
       {"alert-contact", record.alert_contact},
       {"dev-contact", ""},
       {"qa-contact", ""},
       {"se-contact", ""},
       {"alert-percentage", ""},
       {"alert-frequency", ""},
       {"upstream-apps", record.upstream_apps},
       {"job-status", "CREATED"},
       {"job-data", ""}}};
}

MessagePart Status(const SlaRecord& record, std::int64_t ms, std::string_view status) {
  return {"status",
          {{"sla-id", record.id},
           {"status-timestamp", TextOfTime(ms)},
           {"job-status", std::string(status)},
           {"job-data", ""},
           {"user", ""},
           {"group", ""},
           {"app-name", ""}}};
}

/// Returns the word with which an SLA event reports the end of a job or action whose status is
/// `job_status`.
std::string_view EndOf(std::string_view job_status) {
  if (job_status == "SUCCEEDED" || job_status == "OK") {
    return "SUCCEEDED";
  }
  return job_status == "KILLED" ? "KILLED" : "FAILED";
}

SlaEventRow RowOf(const SlaRecord& record, std::string_view what, std::int64_t ms,
                  const MessagePart& part) {
  return {0, record.id, std::string(what) + " " + std::to_string(ms), Encoded(part)};
}

std::vector<std::string_view> Decoded(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(kSeparator, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace

std::vector<SlaEventRow> EventsOf(const std::vector<SlaRecord>& records) {
  std::vector<TimedEvent> events;
  for (const SlaRecord& record : records) {
    events.push_back(
        {record.created_ms, RowOf(record, "created", record.created_ms, Registration(record))});
    if (!record.actual_start_ms) {
      continue;  // a job that never ran has no end event
    }
    const std::int64_t start = *record.actual_start_ms;
    events.push_back({start, RowOf(record, "started", start, Status(record, start, "STARTED"))});
    if (record.actual_end_ms) {
      const std::int64_t end = *record.actual_end_ms;
      events.push_back(
          {end, RowOf(record, "ended", end, Status(record, end, EndOf(record.job_status)))});
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const TimedEvent& a, const TimedEvent& b) { return a.ms < b.ms; });
  std::vector<SlaEventRow> rows;
  rows.reserve(events.size());
  for (TimedEvent& event : events) {
    rows.push_back(std::move(event.row));
  }
  return rows;
}

std::string SlaMessage(const std::vector<SlaEventRow>& events, std::int64_t after) {
  JdomXml xml;
  xml.Begin("sla-message");
  for (const SlaEventRow& event : events) {
    const std::vector<std::string_view> words = Decoded(event.text);
    xml.Begin("event").Leaf("sequence-id", std::to_string(event.number)).Begin(words.front());
    for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
      xml.Leaf(words[i], words[i + 1]);
    }
    xml.End().End();
  }
  const std::int64_t last = events.empty() ? after : events.back().number;
  return xml.Leaf("last-sequence-id", std::to_string(last)).End().Take() + "\n";
}

}  // namespace hpdl::rt
