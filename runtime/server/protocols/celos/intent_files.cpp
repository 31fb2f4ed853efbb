#include "runtime/server/protocols/celos/intent_files.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kLongestIntent = 1 << 20;
constexpr std::string_view kMembers[] = {"workflow", "time", "url", "key", "user", "begun"};

Error IntentError(const std::string& path, const std::string& why) {
  return JavaException(kIoException, path + ": " + why);
}

}  // namespace

std::string IntentText(const Submission& submission) {
  JsonValue json = JsonValue::Object();
  json.Set("workflow", JsonValue::Of(submission.slot.workflow));
  json.Set("time", JsonValue::Of(submission.slot.time.Text()));
  json.Set("url", JsonValue::Of(submission.url));
  json.Set("key", JsonValue::Of(submission.key));
  json.Set("user", JsonValue::Of(submission.user));
  json.Set("begun", JsonValue::Of(submission.begun_ms));
  return json.Compact() + "\n";
}

Result<Submission> ReadIntent(std::string_view text) {
  const Result<JsonValue> json = JsonValue::Parse(text, "the intent");
  HPDL_TRY(json);
  for (const std::string_view member : kMembers) {
    if (json->Find(member) == nullptr) {
      return JavaException(kIoException, "the member \"" + std::string(member) + "\" is missing");
    }
  }
  const Result<ScheduledTime> time = ScheduledTime::Parse(json->Find("time")->text());
  HPDL_TRY(time);
  Submission submission{{json->Find("workflow")->text(), *time},
                        json->Find("url")->text(),
                        json->Find("key")->text(),
                        json->Find("user")->text(),
                        0};
  const std::string& begun = json->Find("begun")->text();
  std::from_chars(begun.data(), begun.data() + begun.size(), submission.begun_ms);
  return submission;
}

Result<IntentFiles> IntentFiles::Open(const std::string& folder) {
  if (const int error = MakeDirectories(folder); error != 0) {
    return IntentError(folder, std::strerror(error));
  }
  IntentFiles intents(folder);
  for (const std::string& name : NamesIn(folder)) {
    const std::string path = folder + "/" + name;
    const Result<std::optional<std::string>> text =
        ReadChecked(path, kLongestIntent, FileReaders::kOwner);
    if (!text || !*text) {
      return IntentError(path, text ? "the file has disappeared" : text.error().message);
    }
    const Result<Submission> submission = ReadIntent(**text);
    if (!submission) {
      return IntentError(path, submission.error().message);
    }
    intents.begun_[submission->slot] = *submission;
  }
  return intents;
}

std::string IntentFiles::PathOf(const Submission& submission) const {
  return folder_ + "/" + submission.key;
}

Result<void> IntentFiles::Put(const Submission& submission) {
  const std::string path = PathOf(submission);
  if (!WriteWhole(path, IntentText(submission), 0600) || !SyncDirectory(folder_)) {
    return IntentError(path, std::strerror(errno));
  }
  begun_[submission.slot] = submission;
  CrashPoint::AfterServerStep();
  return {};
}

Result<void> IntentFiles::Remove(const SlotId& slot) {
  const auto begun = begun_.find(slot);
  if (begun == begun_.end()) {
    return {};
  }
  // The removal is not synced. If the file reappears after a power cut, the next process finds out
  // that the submission was done.
  const std::string path = PathOf(begun->second);
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    return IntentError(path, std::strerror(errno));
  }
  begun_.erase(begun);
  CrashPoint::AfterServerStep();
  return {};
}

std::vector<Submission> IntentFiles::Of(const std::string& workflow) {
  std::vector<Submission> found;
  const SlotId first{workflow, {INT64_MIN}};
  for (auto at = begun_.lower_bound(first); at != begun_.end() && at->first.workflow == workflow;
       ++at) {
    found.push_back(at->second);
  }
  return found;
}

std::vector<Submission> IntentFiles::All() const {
  std::vector<Submission> all;
  for (const auto& [slot, submission] : begun_) {
    all.push_back(submission);
  }
  return all;
}

std::string IntentFiles::NewKey() {
  const Result<std::string> random = RandomHex();
  return "celos-" + (random ? *random : std::to_string(rt::NowMs()));
}

std::int64_t IntentFiles::NowMs() {
  return rt::NowMs();
}

}  // namespace hpdl::rt::celos
