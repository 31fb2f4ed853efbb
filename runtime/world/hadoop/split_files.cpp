#include "runtime/world/hadoop/split_files.h"

#include <algorithm>
#include <bit>

namespace hpdl::rt {

namespace {

void AppendBigEndian(std::string* out, std::uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) {
    *out += static_cast<char>(value >> (8 * i));
  }
}

}  // namespace

void AppendVLong(std::string* out, std::int64_t value) {
  if (value >= -112 && value <= 127) {
    *out += static_cast<char>(value);
    return;
  }
  // The first byte encodes the sign and the number of bytes that follow. A negative number is
  // written as its complement.
  const bool negative = value < 0;
  const auto rest = static_cast<std::uint64_t>(negative ? ~value : value);
  const int bytes = (std::bit_width(rest) + 7) / 8;
  *out += static_cast<char>((negative ? -120 : -112) - bytes);
  AppendBigEndian(out, rest, bytes);
}

void AppendText(std::string* out, std::string_view text) {
  AppendVLong(out, static_cast<std::int64_t>(text.size()));
  *out += text;
}

SplitFiles WriteSplitFiles(const std::vector<InputSplit>& splits, bool old_api,
                           std::size_t most_hosts) {
  const std::string_view reader = old_api ? "org.apache.hadoop.mapred.FileSplit"
                                          : "org.apache.hadoop.mapreduce.lib.input.FileSplit";
  SplitFiles files;
  files.splits = "SPL";
  AppendBigEndian(&files.splits, 1, 4);
  files.index = "META-SPL";
  AppendVLong(&files.index, 1);
  AppendVLong(&files.index, static_cast<std::int64_t>(splits.size()));
  for (const InputSplit& split : splits) {
    const std::size_t hosts = std::min(split.hosts.size(), most_hosts);
    AppendVLong(&files.index, static_cast<std::int64_t>(hosts));
    for (std::size_t i = 0; i < hosts; ++i) {
      AppendText(&files.index, split.hosts[i]);
    }
    AppendVLong(&files.index, static_cast<std::int64_t>(files.splits.size()));
    AppendVLong(&files.index, split.length);
    AppendText(&files.splits, reader);
    AppendText(&files.splits, split.uri);
    AppendBigEndian(&files.splits, static_cast<std::uint64_t>(split.start), 8);
    AppendBigEndian(&files.splits, static_cast<std::uint64_t>(split.length), 8);
  }
  return files;
}

}  // namespace hpdl::rt
