#include "runtime/engines/sla_judge/sla_rows.h"

#include <utility>

namespace hpdl::rt {
namespace {

/// The fields of the element `info` of sla:0.2, in the order of the schema.
enum SlaField : std::uint32_t {
  kNominalTime,
  kShouldStart,
  kShouldEnd,
  kMaxDuration,
  kAlertEvents,
  kAlertContact,
  kNotificationMsg,
  kUpstreamApps,
};

/// Bits of SlaRow::judged.
enum : std::uint8_t { kStart = 1, kDuration = 2, kEnd = 4 };

}  // namespace

std::optional<std::int64_t> KnownTime(std::int64_t ms) {
  return ms == 0 ? std::nullopt : std::optional(ms);
}

SlaExpectation ExpectationOf(const SlaRow& row) {
  SlaExpectation expected;
  expected.start_ms = KnownTime(row.expected_start_ms);
  expected.end_ms = row.expected_end_ms;
  if (row.expected_duration_ms >= 0) {
    expected.duration_ms = row.expected_duration_ms;
  }
  return expected;
}

SlaState StateOf(const SlaRow& row) {
  SlaState state;
  state.status = row.status;
  state.start_judged = (row.judged & kStart) != 0;
  state.duration_judged = (row.judged & kDuration) != 0;
  state.end_judged = (row.judged & kEnd) != 0;
  state.closed = (row.judged & kSlaClosed) != 0;
  state.started_ms = KnownTime(row.started_ms);
  state.ended_ms = KnownTime(row.ended_ms);
  return state;
}

void SetState(const SlaState& state, SlaRow* row) {
  row->status = state.status;
  row->judged = static_cast<std::uint8_t>(
      (state.start_judged ? kStart : 0) | (state.duration_judged ? kDuration : 0) |
      (state.end_judged ? kEnd : 0) | (state.closed ? kSlaClosed : 0));
  row->started_ms = state.started_ms.value_or(0);
  row->ended_ms = state.ended_ms.value_or(0);
}

SlaTerms TermsIn(const SlaRow& row) {
  SlaTerms terms;
  terms.nominal_ms = row.nominal_ms;
  terms.expected = ExpectationOf(row);
  return terms;
}

void SetTimes(const SlaTerms& terms, SlaRow* row) {
  row->nominal_ms = terms.nominal_ms;
  row->expected_start_ms = terms.expected.start_ms.value_or(0);
  row->expected_end_ms = terms.expected.end_ms;
  row->expected_duration_ms = terms.expected.duration_ms.value_or(-1);
}

void SetTerms(const SlaTerms& terms, SlaRow* row) {
  SetTimes(terms, row);
  row->alert_events = terms.alert_events;
  row->alert_contact = terms.alert_contact;
  row->notification_msg = terms.notification_msg;
  row->upstream_apps = terms.upstream_apps;
}

void SetField(std::uint32_t field, std::string text, SlaTexts* texts) {
  switch (static_cast<SlaField>(field)) {
    case kNominalTime:
      texts->nominal_time = std::move(text);
      break;
    case kShouldStart:
      texts->should_start = std::move(text);
      break;
    case kShouldEnd:
      texts->should_end = std::move(text);
      break;
    case kMaxDuration:
      texts->max_duration = std::move(text);
      break;
    case kAlertEvents:
      texts->alert_events = std::move(text);
      break;
    case kAlertContact:
      texts->alert_contact = std::move(text);
      break;
    case kNotificationMsg:
      texts->notification_msg = std::move(text);
      break;
    case kUpstreamApps:
      texts->upstream_apps = std::move(text);
      break;
  }
}

}  // namespace hpdl::rt
