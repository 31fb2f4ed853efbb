#include "runtime/world/mapreduce/input.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <map>

#include "runtime/world/mapreduce/record_reader.h"

namespace hpdl::rt::mapreduce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A source that gives its bytes in pieces of a fixed size.
class PiecesSource final : public ByteSource {
 public:
  PiecesSource(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
  Result<std::size_t> Read(char* to, std::size_t size) override {
    const std::size_t count = std::min({piece_, size, text_.size()});
    text_.copy(to, count);
    text_.erase(0, count);
    return count;
  }

 private:
  std::string text_;
  std::size_t piece_;
};

/// A file system that holds its files in memory.
class FakeInput final : public InputFileSystem {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<std::string>> directories;
  std::size_t piece = 1;

  InputFile Describe(const std::string& path) {
    const auto size = static_cast<std::int64_t>(files[path].size());
    return {path, directories.contains(path), size, 32 << 20};
  }
  Result<std::vector<InputFile>> Match(const std::string& pattern) override {
    if (!files.contains(pattern) && !directories.contains(pattern)) {
      return std::vector<InputFile>();
    }
    return std::vector<InputFile>{Describe(pattern)};
  }
  Result<std::vector<InputFile>> List(const std::string& directory) override {
    std::vector<InputFile> listed;
    for (const std::string& path : directories[directory]) {
      listed.push_back(Describe(path));
    }
    return listed;
  }
  Result<std::unique_ptr<ByteSource>> Open(const std::string& path, std::int64_t offset) override {
    std::unique_ptr<ByteSource> source = std::make_unique<PiecesSource>(
        files.at(path).substr(static_cast<std::size_t>(offset)), piece);
    return source;
  }
  std::string Uri(const std::string& path) override { return "fake:" + path; }
};

std::vector<std::string> Lines(FakeInput& files, const InputSplit& split,
                               const std::string& delimiter = {}) {
  auto reader = RecordReader::Open(files, split, delimiter);
  EXPECT_TRUE(reader);
  std::vector<std::string> lines;
  std::string_view line;
  while (*(*reader)->Next(&line)) {
    lines.emplace_back(line);
  }
  return lines;
}

InputSplit Whole(const FakeInput& files, const std::string& path) {
  return {path, 0, static_cast<std::int64_t>(files.files.at(path).size()), false};
}

TEST(RecordReaderTest, EveryLineEnd) {
  FakeInput files;
  files.files["f"] = "lf\ncr\rcrlf\r\n\n\r\r\nlast";
  for (files.piece = 1; files.piece < 12; ++files.piece) {
    EXPECT_THAT(Lines(files, Whole(files, "f")),
                ElementsAre("lf", "cr", "crlf", "", "", "", "last"));
  }
}

TEST(RecordReaderTest, NoLines) {
  FakeInput files;
  files.files["f"] = "";
  EXPECT_TRUE(Lines(files, Whole(files, "f")).empty());
  files.files["f"] = "\xef\xbb\xbf";
  EXPECT_TRUE(Lines(files, Whole(files, "f")).empty()) << "a byte order mark is no line";
}

TEST(RecordReaderTest, ByteOrderMarkOfTheFirstLine) {
  FakeInput files;
  files.files["f"] =
      "\xef\xbb\xbf"
      "a\n\xef\xbb\xbf"
      "b\n";
  EXPECT_THAT(Lines(files, Whole(files, "f")), ElementsAre("a",
                                                           "\xef\xbb\xbf"
                                                           "b"));
}

TEST(RecordReaderTest, BinaryBytesPass) {
  FakeInput files;
  const std::string line("\0\xff\x80 \t", 5);
  files.files["f"] = line + "\n" + line;
  EXPECT_THAT(Lines(files, Whole(files, "f")), ElementsAre(line, line));
}

/// Cuts a file in two at each place. Expects that each line is in exactly one part, and that the
/// lines are in order.
void ExpectSameLinesCutAnywhere(const std::string& text, const std::string& delimiter) {
  FakeInput files;
  files.files["f"] = text;
  for (const std::size_t piece : {1, 2, 100}) {
    files.piece = piece;
    const std::vector<std::string> whole = Lines(files, Whole(files, "f"), delimiter);
    const auto size = static_cast<std::int64_t>(text.size());
    for (std::int64_t cut = 1; cut < size; ++cut) {
      std::vector<std::string> parts = Lines(files, {"f", 0, cut, false}, delimiter);
      for (const std::string& line : Lines(files, {"f", cut, size - cut, false}, delimiter)) {
        parts.push_back(line);
      }
      EXPECT_EQ(parts, whole) << "cut at " << cut;
    }
  }
}

TEST(RecordReaderTest, SplitsShareNoLine) {
  ExpectSameLinesCutAnywhere("one\ntwo\r\nthree\rfour\n\n\r\nseven\r\rend", "");
  ExpectSameLinesCutAnywhere("one\ntwo\r\nthree\r\n", "");
  ExpectSameLinesCutAnywhere("a--b-c--d--e-", "--");
  ExpectSameLinesCutAnywhere("xabyaabzab", "aab");
}

TEST(RecordReaderTest, OffsetsAreThoseOfLines) {
  FakeInput files;
  files.files["f"] = "ab\ncd\r\ne";
  auto reader = RecordReader::Open(files, Whole(files, "f"), {});
  std::vector<std::int64_t> offsets;
  for (std::string_view line; *(*reader)->Next(&line);) {
    offsets.push_back((*reader)->offset());
  }
  EXPECT_THAT(offsets, ElementsAre(0, 3, 7));
}

std::string Gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 100, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(RecordReaderTest, GzipOfSeveralMembers) {
  FakeInput files;
  files.files["f.gz"] = Gzip("one\ntwo") + Gzip("\nthree\n");
  InputSplit split = Whole(files, "f.gz");
  split.compressed = true;
  for (const std::size_t piece : {1, 7, 1000}) {
    files.piece = piece;
    EXPECT_THAT(Lines(files, split), ElementsAre("one", "two", "three"));
  }
}

TEST(RecordReaderTest, BrokenGzip) {
  const std::string good = Gzip("one\ntwo\n");
  for (const std::string& bad : {good.substr(0, good.size() - 3), good + "rubbish",
                                 std::string("no gzip at all"), good.substr(0, 5)}) {
    FakeInput files;
    files.files["f.gz"] = bad;
    InputSplit split = Whole(files, "f.gz");
    split.compressed = true;
    auto reader = RecordReader::Open(files, split, {});
    std::string_view line;
    auto more = (*reader)->Next(&line);
    while (more && *more) {
      more = (*reader)->Next(&line);
    }
    ASSERT_FALSE(more) << bad.size();
    EXPECT_THAT(more.error().message, HasSubstr("cannot decompress f.gz"));
  }
}

std::vector<std::string> Text(const Result<std::vector<InputSplit>>& splits) {
  std::vector<std::string> texts;
  for (const InputSplit& split : *splits) {
    texts.push_back(split.path + ":" + std::to_string(split.start) + "+" +
                    std::to_string(split.length));
  }
  return texts;
}

TEST(SplitTest, LargestFirstAndStable) {
  const std::vector<InputFile> files = {
      {"a", false, 5, 100}, {"b", false, 9, 100}, {"c", false, 0, 100}, {"d", false, 5, 100}};
  EXPECT_THAT(Text(MakeSplits(files, {})), ElementsAre("b:0+9", "a:0+5", "d:0+5", "c:0+0"));
}

TEST(SplitTest, CutAtBlocksWithATenthToSpare) {
  EXPECT_THAT(Text(MakeSplits({{"a", false, 250, 100}}, {})),
              ElementsAre("a:0+100", "a:100+100", "a:200+50"));
  EXPECT_THAT(Text(MakeSplits({{"a", false, 210, 100}}, {})), ElementsAre("a:100+110", "a:0+100"));
  SplitRules rules;
  rules.min_size = 200;
  EXPECT_THAT(Text(MakeSplits({{"a", false, 250, 100}}, rules)),
              ElementsAre("a:0+200", "a:200+50"));
  rules = {};
  rules.tasks = 2;
  EXPECT_THAT(Text(MakeSplits({{"a", false, 3, 100}}, rules)),
              ElementsAre("a:0+1", "a:1+1", "a:2+1"));
}

TEST(SplitTest, CompressedFilesAreWhole) {
  EXPECT_THAT(Text(MakeSplits({{"a.gz", false, 250, 100}}, {})), ElementsAre("a.gz:0+250"));
  for (const char* name : {"a.bz2", "a.lz4", "a.snappy", "a.zst"}) {
    EXPECT_THAT(MakeSplits({{name, false, 1, 100}}, {}).error().message, HasSubstr(name));
  }
  EXPECT_THAT(MakeSplits({{"dir", true, 0, 100}}, {}).error().message,
              HasSubstr("not a file: dir"));
}

TEST(SplitTest, ByLines) {
  FakeInput files;
  files.files["f"] = "1\n22\n333\r\n4\n5";
  auto splits = MakeLineSplits(files, {files.Describe("f")}, 2);
  ASSERT_TRUE(splits);
  std::vector<std::vector<std::string>> lines;
  for (const InputSplit& split : *splits) {
    lines.push_back(Lines(files, split));
  }
  EXPECT_THAT(lines, ::testing::UnorderedElementsAre(ElementsAre("1", "22"),
                                                     ElementsAre("333", "4"), ElementsAre("5")));
}

TEST(ListTest, HiddenFilesAndDirectories) {
  FakeInput files;
  files.files = {{"/d/a", "1"}, {"/d/_b", "2"}, {"/d/.c", "3"}, {"/d/s/x", "4"}};
  files.directories = {{"/d", {"/d/a", "/d/_b", "/d/.c", "/d/s"}}, {"/d/s", {"/d/s/x"}}};
  auto flat = ListInput(files, {"/d"}, false);
  ASSERT_EQ(flat->size(), 2U);
  EXPECT_TRUE((*flat)[1].directory);
  auto deep = ListInput(files, {"/d", "/d/a"}, true);
  ASSERT_EQ(deep->size(), 3U);
  EXPECT_EQ((*deep)[1].path, "/d/s/x");
}

TEST(ListTest, AllThatIsMissingIsNamed) {
  FakeInput files;
  files.files["/_hidden"] = "x";
  const auto listed = ListInput(files, {"/no", "/x/*", "/_hidden"}, false);
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.error().message,
            "input path does not exist: fake:/no; input pattern fake:/x/* matches 0 files; input "
            "pattern fake:/_hidden matches 0 files");
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
