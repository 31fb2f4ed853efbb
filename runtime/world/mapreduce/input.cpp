#include "runtime/world/mapreduce/input.h"

#include <algorithm>

#include "runtime/world/mapreduce/record_reader.h"

namespace hpdl::rt::mapreduce {

namespace {

bool IsHidden(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;
  return name < path.size() && (path[name] == '_' || path[name] == '.');
}

bool IsGlob(const std::string& path) {
  return path.find_first_of("*?[{") != std::string::npos;
}

Result<void> AddDirectory(InputFileSystem& files, const std::string& directory, bool recursive,
                          std::vector<InputFile>* found) {
  auto listed = files.List(directory);
  HPDL_TRY(listed);
  for (InputFile& file : *listed) {
    if (IsHidden(file.path)) {
      continue;
    }
    if (file.directory && recursive) {
      HPDL_TRY(AddDirectory(files, file.path, recursive, found));
    } else {
      found->push_back(std::move(file));
    }
  }
  return {};
}

/// True if Hadoop would cut off one more split: if the rest of the file is larger than 1.1 splits.
/// So the last split may be a bit larger than the other splits.
bool CutsAgain(std::int64_t left, std::int64_t size) {
  return static_cast<double>(left) / static_cast<double>(size) > 1.1;
}

void CutFile(const InputFile& file, std::int64_t size, std::vector<InputSplit>* splits) {
  std::int64_t left = file.size;
  for (; CutsAgain(left, size); left -= size) {
    splits->push_back({file.path, file.size - left, size, false});
  }
  if (left != 0 || file.size == 0) {
    splits->push_back({file.path, file.size - left, left, false});
  }
}

Result<void> CheckFiles(const std::vector<InputFile>& files) {
  for (const InputFile& file : files) {
    if (file.directory) {
      return ActionError(
          "not a file: " + file.path +
          " (mapreduce.input.fileinputformat.input.dir.recursive reads directories)");
    }
    if (CompressionOf(file.path) == Compression::kUnknown) {
      return ActionError("cannot decompress " + file.path +
                         ": only .gz and .deflate are supported");
    }
  }
  return {};
}

/// Returns the split for the lines that begin in the bytes [start, end). The split begins one
/// byte earlier, because a reader skips the line in which its split begins. The split ends one byte
/// earlier, because a reader also reads a line that begins right at the end of its split.
InputSplit LineSplit(const std::string& path, std::int64_t start, std::int64_t end) {
  const std::int64_t from = start == 0 ? 0 : start - 1;
  return {path, from, end - 1 - from, false};
}

void SortBySize(std::vector<InputSplit>* splits) {
  std::stable_sort(splits->begin(), splits->end(),
                   [](const InputSplit& a, const InputSplit& b) { return a.length > b.length; });
}

}  // namespace

Compression CompressionOf(std::string_view path) {
  if (path.ends_with(".gz") || path.ends_with(".deflate")) {
    return Compression::kInflate;
  }
  for (const std::string_view suffix : {".bz2", ".lz4", ".snappy", ".zst"}) {
    if (path.ends_with(suffix)) {
      return Compression::kUnknown;
    }
  }
  return Compression::kNone;
}

Result<std::vector<InputFile>> ListInput(InputFileSystem& files,
                                         const std::vector<std::string>& paths, bool recursive) {
  std::vector<InputFile> found;
  std::string missing;
  for (const std::string& path : paths) {
    auto matched = files.Match(path);
    HPDL_TRY(matched);
    const std::size_t all = matched->size();
    std::erase_if(*matched, [](const InputFile& file) { return IsHidden(file.path); });
    if (matched->empty()) {
      missing += missing.empty() ? "" : "; ";
      missing += all == 0 && !IsGlob(path)
                     ? "input path does not exist: " + files.Uri(path)
                     : "input pattern " + files.Uri(path) + " matches 0 files";
    }
    for (InputFile& file : *matched) {
      if (file.directory) {
        HPDL_TRY(AddDirectory(files, file.path, recursive, &found));
      } else {
        found.push_back(std::move(file));
      }
    }
  }
  if (!missing.empty()) {
    return ActionError(std::move(missing));
  }
  return found;
}

Result<std::vector<InputSplit>> MakeSplits(const std::vector<InputFile>& files,
                                           const SplitRules& rules) {
  HPDL_TRY(CheckFiles(files));
  std::int64_t total = 0;
  for (const InputFile& file : files) {
    total += file.size;
  }
  const std::int64_t goal = total / std::max<std::int64_t>(rules.tasks, 1);
  std::vector<InputSplit> splits;
  for (const InputFile& file : files) {
    if (CompressionOf(file.path) == Compression::kInflate) {
      splits.push_back({file.path, 0, file.size, true});
    } else {
      const std::int64_t block = rules.block_size > 0 ? rules.block_size : file.block_size;
      const std::int64_t least = std::max<std::int64_t>(rules.min_size, 1);
      CutFile(file, std::max(least, std::min(goal, block)), &splits);
    }
  }
  SortBySize(&splits);
  return splits;
}

Result<std::vector<InputSplit>> MakeLineSplits(InputFileSystem& system,
                                               const std::vector<InputFile>& files,
                                               std::int64_t lines) {
  HPDL_TRY(CheckFiles(files));
  std::vector<InputSplit> splits;
  for (const InputFile& file : files) {
    const bool compressed = CompressionOf(file.path) == Compression::kInflate;
    auto reader = RecordReader::Open(system, {file.path, 0, file.size, compressed}, {});
    HPDL_TRY(reader);
    std::int64_t start = 0, count = 0;
    std::string_view line;
    while (true) {
      auto more = (*reader)->Next(&line);
      HPDL_TRY(more);
      if (!*more) {
        break;
      }
      if (++count % lines == 0) {
        splits.push_back(LineSplit(file.path, start, (*reader)->position()));
        start = (*reader)->position();
      }
    }
    if (count % lines != 0) {
      splits.push_back(LineSplit(file.path, start, (*reader)->position()));
    }
  }
  SortBySize(&splits);
  return splits;
}

}  // namespace hpdl::rt::mapreduce
