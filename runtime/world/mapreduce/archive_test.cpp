#include "runtime/world/mapreduce/archive.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/zip/testing/zip_bytes.h"

namespace hpdl::rt::mapreduce {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Returns the bytes of one entry of a tar file.
std::string Tar(const std::string& name, char type, const std::string& content,
                const std::string& target = "", int mode = 0644) {
  std::string block(512, '\0');
  const auto put = [&](std::size_t at, const std::string& text) {
    block.replace(at, text.size(), text);
  };
  char number[16];
  put(0, name);
  std::snprintf(number, sizeof number, "%07o", static_cast<unsigned>(mode));
  put(100, number);
  std::snprintf(number, sizeof number, "%011zo", content.size());
  put(124, number);
  block[156] = type;
  put(157, target);
  put(257, std::string("ustar\0"
                       "00",
                       8));
  put(148, "        ");
  unsigned sum = 0;
  for (const char c : block) {
    sum += static_cast<unsigned char>(c);
  }
  std::snprintf(number, sizeof number, "%06o", sum);
  put(148, std::string(number, 7));
  return block + content + std::string((512 - content.size() % 512) % 512, '\0');
}

class ArchiveTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    std::ofstream(root_ + "/" + name, std::ios::binary) << bytes;
    return root_ + "/" + name;
  }
  Result<void> UnpackTarOf(const std::string& entries, bool ended = true) {
    fs::remove_all(root_ + "/to");
    return UnpackArchive(Write("a.tar", entries + std::string(ended ? 1024 : 0, '\0')),
                         root_ + "/to");
  }
  std::string Read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(root_ + "/to/" + name, std::ios::binary).rdbuf();
    return text.str();
  }
  std::string MakeZip(const std::vector<std::pair<std::string, std::string>>& entries) {
    std::vector<testing::ZipEntry> members;
    for (const auto& [name, content] : entries) {
      members.push_back({name, content, name.ends_with(".sh") ? 0100755U : 0100644U});
    }
    return Write("A.Zip", testing::ZipBytes(members));
  }
  bool NothingOutside() {
    return std::distance(fs::directory_iterator(root_), fs::directory_iterator()) <= 2;
  }
  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
};

TEST_F(ArchiveTest, TarWithFilesFoldersAndLinks) {
  const std::string large(100000, 'x');
  ASSERT_TRUE(UnpackTarOf(Tar("./", '5', "") + Tar("./bin/run.sh", '0', "echo\n", "", 0755) +
                          Tar("data/", '5', "") + Tar("data/large", '\0', large) +
                          Tar("data/also", '2', "", "../bin/run.sh") +
                          Tar("second", '1', "", "data/large") + Tar("fifo", '6', "")));
  EXPECT_EQ(Read("bin/run.sh"), "echo\n");
  EXPECT_EQ(access((root_ + "/to/bin/run.sh").c_str(), X_OK), 0);
  EXPECT_EQ(Read("data/large"), large);
  EXPECT_EQ(Read("data/also"), "echo\n");
  EXPECT_EQ(Read("second"), large);
  EXPECT_FALSE(fs::exists(root_ + "/to/fifo"));
}

TEST_F(ArchiveTest, LongNames) {
  const std::string deep = std::string(90, 'd') + "/" + std::string(90, 'e');
  const std::string line = " path=" + deep + "/pax\n";
  const std::string header = std::to_string(line.size() + 3) + line;
  ASSERT_TRUE(UnpackTarOf(Tar("././@LongLink", 'L', deep + "/gnu" + '\0') + Tar("x", '0', "1") +
                          Tar("pax", 'x', header) + Tar("y", '0', "2") + Tar("z", '0', "3")));
  EXPECT_EQ(Read(deep + "/gnu"), "1");
  EXPECT_EQ(Read(deep + "/pax"), "2");
  EXPECT_EQ(Read("z"), "3");
}

TEST_F(ArchiveTest, Gzip) {
  const std::string tar = Tar("a/b", '0', "content") + std::string(1024, '\0');
  gzFile file = gzopen((root_ + "/x.tgz").c_str(), "wb");
  gzwrite(file, tar.data(), static_cast<unsigned>(tar.size()));
  gzclose(file);
  ASSERT_TRUE(UnpackArchive(root_ + "/x.tgz", root_ + "/to"));
  EXPECT_EQ(Read("a/b"), "content");
  fs::resize_file(root_ + "/x.tgz", 40);
  EXPECT_FALSE(UnpackArchive(root_ + "/x.tgz", root_ + "/to"));
}

TEST_F(ArchiveTest, NothingGetsOutOfATar) {
  const std::pair<std::string, const char*> cases[] = {
      {Tar("../out", '0', "x"), "outside"},
      {Tar("/tmp/hpdl-out", '0', "x"), "outside"},
      {Tar("a/../../out", '0', "x"), "outside"},
      {Tar("../out/", '5', ""), "outside"},
      {Tar("l", '2', "", "/etc"), "a link to a place outside"},
      {Tar("d/l", '2', "", "../../etc"), "a link to a place outside"},
      {Tar("d/l", '2', "", "a/../../../etc"), "a link to a place outside"},
      {Tar("d/l", '2', "", "."), ""},
      {Tar("l", '2', "", "."), ""},
      {Tar("d/", '5', "") + Tar("l", '2', "", "d") + Tar("l/x", '0', "x"), "not a directory"},
      {Tar("h", '1', "", "../a.tar"), "outside"},
      {Tar("h", '1', "", "absent"), "No such file"},
      {Tar("a/b/l", '2', "", "../..") + Tar("h", '1', "", "a/b/l"), "a link to a place outside"},
      {Tar("f", '0', "x") + Tar("f/x", '0', "x"), "not a directory"},
      {Tar(".", '0', "x"), "is not a file name"}};
  for (const auto& [entries, reason] : cases) {
    const auto unpacked = UnpackTarOf(entries);
    if (*reason == '\0') {
      EXPECT_TRUE(unpacked);
      continue;
    }
    ASSERT_FALSE(unpacked) << reason;
    EXPECT_THAT(unpacked.error().message, HasSubstr(reason));
    EXPECT_THAT(unpacked.error().message, HasSubstr("archive a.tar cannot be unpacked: "));
    EXPECT_EQ(unpacked.error().code, "JA018");
    EXPECT_TRUE(NothingOutside()) << reason;
  }
}

TEST_F(ArchiveTest, NamesKeepTheirBytes) {
  const std::string line = " path=\xc3\xa4/b\n";
  const std::string latin = "\xe4";
  ASSERT_TRUE(UnpackTarOf(Tar("pax", 'x', std::to_string(line.size() + 2) + line) +
                          Tar("y", '0', "1") + Tar("\xc3\xb6", '0', "2") + Tar(latin, '0', "3")));
  EXPECT_EQ(Read("\xc3\xa4/b"), "1");
  EXPECT_EQ(Read("\xc3\xb6"), "2");
  EXPECT_EQ(Read(latin), "3");
}

TEST_F(ArchiveTest, DamagedTars) {
  std::string flipped = Tar("a", '0', "x");
  flipped[1] = '?';
  const std::string text(2000, 't');
  for (const std::string& bytes :
       {std::string(), flipped, text, Tar("a", '0', "x"), Tar("a", '0', text).substr(0, 600),
        Tar("p", 'x', "99 path=a\n") + Tar("a", '0', ""), Tar("p", 'x', "nothing"),
        Tar("p", 'x', "3 path=a\n"), Tar("p", 'x', "9999999999999999999999 path=a\n"),
        Tar("p", 'x', "11 path=ab\n") + Tar("p", 'x', "18 size=99999999\n") + Tar("a", '0', "")}) {
    EXPECT_FALSE(UnpackTarOf(bytes, false)) << bytes.substr(0, 20);
  }
}

TEST_F(ArchiveTest, LinksThroughLinksStayInside) {
  const std::string up = Tar("a/l", '2', "", "..");
  const std::string through = Tar("m", '2', "", "a/l/..");
  for (const std::string& entries :
       {up + through, through + up, up + Tar("d/m", '2', "", "../a/l/../.."),
        up + Tar("m2", '2', "", "a/l/../a/l/.."), up + Tar("h", '2', "", "a/l/../../x")}) {
    EXPECT_TRUE(UnpackTarOf(Tar("a/", '5', "") + Tar("d/", '5', "") + entries));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_ + "/to")) {
      if (entry.is_symlink()) {
        const std::string end = fs::weakly_canonical(entry.path()).string();
        EXPECT_TRUE((end + "/").starts_with(root_ + "/to/")) << entry.path() << " is " << end;
      }
    }
  }
}

TEST_F(ArchiveTest, NamesAreMadePlain) {
  ASSERT_TRUE(UnpackTarOf(Tar("a/../b/./c", '0', "x") + Tar("b/l", '2', "", "c/../../b//c")));
  EXPECT_EQ(Read("b/c"), "x");
  EXPECT_EQ(Read("b/l"), "x");
  EXPECT_EQ(fs::read_symlink(root_ + "/to/b/l"), "../b/c");
  EXPECT_FALSE(fs::exists(root_ + "/to/a"));
}

TEST_F(ArchiveTest, ALaterEntryReplacesALink) {
  ASSERT_TRUE(UnpackTarOf(Tar("a", '0', "first") + Tar("l", '2', "", "a") + Tar("l", '0', "own")));
  EXPECT_EQ(Read("a"), "first");
  EXPECT_EQ(Read("l"), "own");
}

TEST_F(ArchiveTest, Zip) {
  const std::string large(100000, 'x');
  ASSERT_TRUE(UnpackArchive(MakeZip({{"d/", ""}, {"d/large", large}, {"run.sh", "echo\n"}}),
                            root_ + "/to"));
  EXPECT_EQ(Read("d/large"), large);
  EXPECT_EQ(access((root_ + "/to/run.sh").c_str(), X_OK), 0);
}

TEST_F(ArchiveTest, NothingGetsOutOfAZip) {
  for (const char* name : {"../out", "/tmp/hpdl-out", "a/../../out"}) {
    const auto unpacked = UnpackArchive(MakeZip({{name, "x"}}), root_ + "/to");
    ASSERT_FALSE(unpacked) << name;
    EXPECT_THAT(unpacked.error().message, HasSubstr("outside"));
    EXPECT_TRUE(NothingOutside()) << name;
  }
}

TEST_F(ArchiveTest, DamagedZipsAndOtherFiles) {
  const std::string path = MakeZip({{"a", std::string(10000, 'x')}, {"b", "y"}});
  std::string bytes;
  {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    bytes = text.str();
  }
  EXPECT_FALSE(UnpackArchive(Write("cut.zip", bytes.substr(0, bytes.size() / 2)), root_ + "/to"));
  std::string flipped = bytes;
  flipped[40] = static_cast<char>(flipped[40] ^ 0x55);
  EXPECT_FALSE(UnpackArchive(Write("flip.zip", flipped), root_ + "/to"));
  EXPECT_FALSE(UnpackArchive(Write("empty.zip", ""), root_ + "/to"));
  for (const testing::ZipEntry& entry :
       {testing::ZipEntry{"a", "data", 0100644, 0, 0, 1}, {"a", "data", 0100644, 0, 5, 0}}) {
    const auto lied = UnpackArchive(Write("lie.zip", testing::ZipBytes({entry})), root_ + "/to");
    ASSERT_FALSE(lied);
    EXPECT_THAT(lied.error().message, HasSubstr("a is damaged"));
  }
  const auto other = UnpackArchive(Write("a.rar", bytes), root_ + "/to");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message,
              HasSubstr("does not end with .zip, .jar, .war, .tar, .tar.gz or .tgz"));
  EXPECT_FALSE(UnpackArchive(root_ + "/absent.tar", root_ + "/to"));
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
