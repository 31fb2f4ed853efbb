#include "runtime/store/job_ids.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "runtime/ground/base/random.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kEarlierPart = "hpdl";
constexpr std::size_t kLetterSize = 2;  // the length of "-W"

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsDigitOrSmall(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z');
}

bool Plain(char c) {
  return IsDigitOrSmall(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

/// Removes and returns the text before the first '-'. Removes the '-' too.
std::string_view TakeWord(std::string_view* text) {
  const std::string_view word = text->substr(0, text->find('-'));
  text->remove_prefix(std::min(word.size() + 1, text->size()));
  return word;
}

bool EndsWithLetterOf(std::string_view id, JobType type) {
  return id.size() > kLetterSize && id[id.size() - kLetterSize] == '-' &&
         id.back() == LetterOf(type);
}

}  // namespace

bool IsIdPart(std::string_view text) {
  return text.size() == kIdPartSize && IsDigit(text.front()) &&
         std::all_of(text.begin(), text.end(), IsDigitOrSmall);
}

Result<std::string> NewIdPart() {
  constexpr std::string_view kCharacters = "0123456789abcdefghijklmnopqrstuvwxyz";
  constexpr std::size_t kDigits = 10, kHexOfBits = 16;
  const Result<std::string> hex = RandomHex();
  HPDL_TRY(hex);
  std::uint64_t bits = 0;  // 64 random bits; the function uses 30 of these bits
  std::from_chars(hex->data(), hex->data() + kHexOfBits, bits, 16);
  std::string part;
  for (std::size_t choices = kDigits; part.size() < kIdPartSize; choices = kCharacters.size()) {
    part += kCharacters[bits % choices];
    bits /= choices;
  }
  return part;
}

std::string FormatJobId(std::int64_t number, std::int64_t now_ms, std::string_view part,
                        std::string_view user, JobType type) {
  const UtcTime utc = UtcTimeOf(now_ms / 1000);
  char text[96];
  std::snprintf(text, sizeof text, "%07lld-%02d%02d%02d%02d%02d%02d%03d",
                static_cast<long long>(number), static_cast<int>(utc.year % 100), utc.month,
                utc.day, utc.hour, utc.minute, utc.second, static_cast<int>(now_ms % 1000));
  std::string name(user.substr(0, 64));
  std::replace_if(name.begin(), name.end(), [](char c) { return !Plain(c); }, '_');
  std::string id = text;
  id.append("-").append(part).append("-").append(name.empty() ? "user" : name);
  return id + "-" + LetterOf(type);
}

JobType TypeOfId(std::string_view id) {
  for (const JobType type : {JobType::kCoordinator, JobType::kBundle}) {
    if (EndsWithLetterOf(id, type)) {
      return type;
    }
  }
  return JobType::kWorkflow;
}

std::string_view OwnerOfId(std::string_view id) {
  id = id.substr(0, id.find('@'));
  if (!EndsWithLetterOf(id, TypeOfId(id))) {
    return {};
  }
  id.remove_suffix(kLetterSize);
  if (!IsNumber(TakeWord(&id)) || !IsNumber(TakeWord(&id))) {
    return {};
  }
  const std::string_view part = TakeWord(&id);
  return part == kEarlierPart || IsIdPart(part) ? id : std::string_view();
}

bool IsJobId(std::string_view id) {
  return id.size() > 2 && id.size() < 200 && IsDigit(id.front()) &&
         std::all_of(id.begin(), id.end(), Plain);
}

}  // namespace hpdl::rt
