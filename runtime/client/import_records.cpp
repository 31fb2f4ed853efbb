#include "runtime/client/import_records.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "runtime/base/checked_file.h"
#include "runtime/base/local_files.h"
#include "runtime/base/new_file.h"
#include "runtime/client/answer.h"
#include "runtime/client/import_look.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kMostRecord = 64 << 10;
constexpr mode_t kOwnFolder = 0700, kOwnFile = 0600;
constexpr int kFormat = 1;
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

Error RecordFailure(const std::string& path, const std::string& why) {
  return UsageFailure(path + ": " + why);
}

std::string ReasonOfErrno() {
  return std::strerror(errno);
}

}  // namespace

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
      !attempt.is_number_unsigned() || !suspended.is_boolean()) {
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

Result<ImportRecords> ImportRecords::Open(const std::string& state) {
  ImportRecords records = ForReading(state);
  if (const int error = rt::MakeDirectories(state); error != 0) {
    return RecordFailure(state, std::strerror(error));
  }
  if (mkdir(records.folder_.c_str(), kOwnFolder) != 0 && errno != EEXIST) {
    return RecordFailure(records.folder_, ReasonOfErrno());
  }
  if (!rt::SyncDirectory(state)) {
    return RecordFailure(state, ReasonOfErrno());
  }
  const std::string path = records.folder_ + "/lock";
  records.lock_ = rt::Descriptor(
      open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kOwnFile));
  if (records.lock_.get() < 0) {
    return RecordFailure(path, ReasonOfErrno());
  }
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  if (fcntl(records.lock_.get(), F_OFD_SETLK, &whole) != 0) {
    return errno == EAGAIN || errno == EACCES
               ? UsageFailure("another import is under way, which has " + path)
               : RecordFailure(path, ReasonOfErrno());
  }
  return records;
}

ImportRecords ImportRecords::ForReading(const std::string& state) {
  return ImportRecords(state + "/imports");
}

Result<std::optional<ImportRecord>> ImportRecords::Read(const std::string& id) const {
  const std::string path = PathOf(id);
  const Result<std::optional<std::string>> text =
      rt::ReadChecked(path, kMostRecord, rt::FileReaders::kOwner);
  if (!text) {
    return RecordFailure(path, text.error().message);
  }
  if (!*text) {
    return std::optional<ImportRecord>();
  }
  std::optional<ImportRecord> record = ReadImportRecord(**text);
  if (!record || record->id != id) {
    return RecordFailure(path, "it is no record of an import of " + id);
  }
  return record;
}

Result<void> ImportRecords::Write(const ImportRecord& record) const {
  const std::string path = PathOf(record.id);
  if (!rt::WriteWhole(path, ToText(record), kOwnFile) || !rt::SyncDirectory(folder_)) {
    return RecordFailure(path, ReasonOfErrno());
  }
  return {};
}

Result<std::string> ImportState(const std::optional<std::string>& given, const std::string& home) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string state = given ? *given : variable("HPDL_STATE");
  if (state.empty() && variable("XDG_STATE_HOME").starts_with('/')) {
    state = variable("XDG_STATE_HOME") + "/hpdl";
  }
  if (state.empty() && home.starts_with('/')) {
    state = home + "/.local/state/hpdl";
  }
  return state.empty() || (given && given->empty())
             ? Result<std::string>(UsageFailure("import has no state folder; give -state DIR"))
             : Result<std::string>(std::move(state));
}

}  // namespace hpdl::client
