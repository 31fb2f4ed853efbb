#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/arguments.h"
#include "runtime/programs/client/import_record.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/settings.h"
#include "runtime/programs/client/time_zones.h"

namespace {

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

/// Reads any bytes as a .oozierc, a date, a time zone, an answer, the record of an import, and the
/// words of each command. The program must not crash. If the bytes are a valid record, it must not
/// change when it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::client;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> problems;
  (void)ReadRcFile(text, &problems);
  (void)ReadHttpDate(text);
  (void)NamedZone::FindOrGmt(text).Format(static_cast<std::int64_t>(size), true);
  (void)JavaText(ReadJson(text));
  if (const auto record = ReadImportRecord(text)) {
    const std::string written = ToText(*record);
    const auto again = ReadImportRecord(written);
    if (!again || ToText(*again) != written) {
      __builtin_trap();
    }
  }
  const std::vector<std::string> words = Lines(text);
  for (const CommandDecl& command : OozieCommands()) {
    if (const Result<ParsedArguments> parsed = ParseArguments(command, words)) {
      (void)parsed->Pairs("D");
    }
  }
  return 0;
}
