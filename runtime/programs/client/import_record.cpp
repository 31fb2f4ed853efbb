#include "runtime/programs/client/import_record.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/programs/client/answer.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kLongestId = 200;
constexpr int kFormat = 1;
constexpr std::uint64_t kLastAttempt = 1'000'000'000;
constexpr std::array<std::string_view, 8> kStages = {
    "making", "made", "pausing", "releasing", "done", "withdrawing", "undoing", "undone"};

struct RecordText {
  const char* name;
  std::string ImportRecord::* member;
};
constexpr RecordText kRecordTexts[] = {
    {"id", &ImportRecord::id},
    {"from", &ImportRecord::from},
    {"to", &ImportRecord::to},
    {"first", &ImportRecord::first},
    {"job", &ImportRecord::job},
    {"pause", &ImportRecord::pause},
    {"pauseBefore", &ImportRecord::pause_before},
};

}  // namespace

bool IsJobId(std::string_view id, char kind) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return id.size() <= kLongestId && id.ends_with(std::string("-") + kind) && id.front() != '.' &&
         id.front() != '-' && id.find_first_not_of(kAllowed) == std::string_view::npos;
}

std::string ToText(const ImportRecord& record) {
  Json json = {{"format", kFormat},
               {"stage", kStages[static_cast<std::size_t>(record.stage)]},
               {"attempt", record.attempt},
               {"suspended", record.suspended}};
  for (const RecordText& text : kRecordTexts) {
    json[text.name] = record.*text.member;
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<ImportRecord> ReadImportRecord(std::string_view text) {
  const Json json = ReadJson(text);
  const std::string stage = TextOf(json, "stage").value_or("");
  const auto* const found = std::find(kStages.begin(), kStages.end(), stage);
  const Json& attempt = Member(json, "attempt");
  const Json& suspended = Member(json, "suspended");
  if (Member(json, "format") != kFormat || found == kStages.end() ||
      !attempt.is_number_unsigned() || attempt.get<std::uint64_t>() > kLastAttempt ||
      !suspended.is_boolean()) {
    return std::nullopt;
  }
  ImportRecord record;
  record.stage = static_cast<ImportStage>(found - kStages.begin());
  record.attempt = attempt.get<std::int64_t>();
  record.suspended = suspended.get<bool>();
  for (const RecordText& each : kRecordTexts) {
    std::optional<std::string> value = TextOf(json, each.name);
    if (!value) {
      return std::nullopt;
    }
    record.*each.member = std::move(*value);
  }
  const bool known = IsJobId(record.id, 'C') && (record.job.empty() || IsJobId(record.job, 'C'));
  return known ? std::optional(std::move(record)) : std::nullopt;
}

}  // namespace hpdl::client
