#include "runtime/world/hadoop/input_splits.h"

#include <algorithm>
#include <map>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/world/hadoop/conf.h"

namespace hpdl::rt {

namespace {

/// The last split of a file may be a tenth larger than the other splits.
constexpr double kSlop = 1.1;

/// Returns the index of the block with the byte at `offset`; the index of the last block if no
/// block has this byte.
std::size_t BlockAt(const std::vector<FileBlock>& blocks, std::int64_t offset) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].offset <= offset && offset < blocks[i].offset + blocks[i].length) {
      return i;
    }
  }
  return blocks.size() - 1;
}

/// Returns a machine's name without its port.
std::string HostOnly(const std::string& name) {
  return name.substr(0, name.find(':'));
}

/// Returns the machines that hold the most bytes of a span. The span begins at `start` and has
/// `length` bytes. The number of machines is the number of copies of the span's last block.
std::vector<std::string> HostsOfSpan(const std::vector<FileBlock>& blocks, std::int64_t start,
                                     std::int64_t length) {
  const std::size_t first = BlockAt(blocks, start);
  if (blocks[first].offset + blocks[first].length - start >= length) {
    return blocks[first].hosts;
  }
  std::vector<std::pair<std::string, std::int64_t>> bytes;
  std::size_t copies = 0;
  std::int64_t left = length;
  for (std::size_t i = first; i < blocks.size() && left > 0; ++i) {
    const std::int64_t here =
        i == first ? blocks[i].offset + blocks[i].length - start : blocks[i].length;
    for (const std::string& host : blocks[i].hosts) {
      const auto known = std::find_if(bytes.begin(), bytes.end(),
                                      [&](const auto& each) { return each.first == host; });
      if (known == bytes.end()) {
        bytes.emplace_back(host, std::min(here, left));
      } else {
        known->second += std::min(here, left);
      }
    }
    copies = blocks[i].hosts.size();
    left -= here;
  }
  std::stable_sort(bytes.begin(), bytes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> hosts;
  for (std::size_t i = 0; i < std::min(copies, bytes.size()); ++i) {
    hosts.push_back(HostOnly(bytes[i].first));
  }
  return hosts;
}

/// Cuts one file into splits.
class Cutter {
 public:
  Cutter(const InputFile& file, bool old_api, std::vector<InputSplit>* splits)
      : file_(file), old_api_(old_api), splits_(splits) {}

  void Cut(std::int64_t size) {
    std::int64_t left = file_.length;
    while (static_cast<double>(left) / static_cast<double>(size) > kSlop) {
      Add(file_.length - left, size);
      left -= size;
    }
    if (left != 0) {
      Add(file_.length - left, left);
    }
  }

  void Add(std::int64_t start, std::int64_t length) {
    InputSplit& split = splits_->emplace_back();
    split.uri = file_.uri;
    split.start = start;
    split.length = length;
    if (length == 0 || file_.blocks.empty()) {
      return;
    }
    split.hosts = old_api_ ? HostsOfSpan(file_.blocks, start, length)
                           : file_.blocks[BlockAt(file_.blocks, start)].hosts;
  }

 private:
  const InputFile& file_;
  const bool old_api_;
  std::vector<InputSplit>* const splits_;
};

std::int64_t SplitSize(const SplitRules& rules, std::int64_t goal, std::int64_t block_size) {
  // With a size of 0, the cutting of a file would never end.
  return std::max<std::int64_t>(
      {1, rules.min_size, std::min(rules.old_api ? goal : rules.max_size, block_size)});
}

bool EndsWith(std::string_view name, std::string_view end) {
  return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

}  // namespace

std::vector<InputSplit> MakeSplits(const std::vector<InputFile>& files, const SplitRules& rules) {
  std::int64_t total = 0;
  for (const InputFile& file : files) {
    total += file.length;
  }
  const std::int64_t goal = total / std::max<std::int64_t>(rules.maps, 1);
  std::vector<InputSplit> splits;
  for (const InputFile& file : files) {
    Cutter cutter(file, rules.old_api, &splits);
    if (file.length != 0 && file.splittable) {
      cutter.Cut(SplitSize(rules, goal, file.block_size));
    } else {
      cutter.Add(0, file.length);
    }
  }
  return splits;
}

void SortSplits(std::vector<InputSplit>* splits) {
  std::stable_sort(splits->begin(), splits->end(),
                   [](const InputSplit& a, const InputSplit& b) { return a.length > b.length; });
}

CompressionCodecs::CompressionCodecs(std::string_view configured) {
  constexpr std::string_view kHadoop = "org.apache.hadoop.io.compress.";
  static constexpr std::string_view kKnown[] = {
      "BZip2Codec", "DefaultCodec", "DeflateCodec",   "GzipCodec",
      "Lz4Codec",   "SnappyCodec",  "ZStandardCodec",
  };
  for (const std::string& name : SplitList(configured)) {
    if (name == "com.hadoop.compression.lzo.LzoCodec" ||
        name == "com.hadoop.compression.lzo.LzopCodec") {
      lzo_ = true;
      continue;
    }
    const bool own = name.starts_with(kHadoop) &&
                     std::find(std::begin(kKnown), std::end(kKnown),
                               std::string_view(name).substr(kHadoop.size())) != std::end(kKnown);
    if (!own) {
      unknown_ = name;
    }
  }
}

bool CompressionCodecs::Splittable(std::string_view as_written) const {
  const std::string name = LowerCase(as_written);
  static constexpr std::string_view kWhole[] = {".gz", ".deflate", ".lz4", ".snappy", ".zst"};
  for (const std::string_view end : kWhole) {
    if (EndsWith(name, end)) {
      return false;
    }
  }
  return !lzo_ || (!EndsWith(name, ".lzo") && !EndsWith(name, ".lzo_deflate"));
}

}  // namespace hpdl::rt
