#include "runtime/server/protocols/celos/celos_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <memory>
#include <string>

#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

std::string TextOfFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(CelosLogTest, ADayHasItsFile) {
  const hpdl::rt::testing::TemporaryFolder folder;
  StillTime time;
  time.Set(testing::At("2015-09-01T23:59:59.999Z").ms);
  Result<std::unique_ptr<CelosLog>> log = CelosLog::Open(folder.path() + "/new/logs");
  ASSERT_TRUE(log) << log.error().message;
  (*log)->Info("one ", "line");
  time.Set(time.WallMs() + 1);
  (*log)->Problem("another");
  (*log)->Flush();
  const std::string path = folder.path() + "/new/logs/celos";
  EXPECT_EQ(TextOfFile(path + "-2015-09-01.log"), "[2015-09-01 23:59:59.999] INFO : one line\n");
  EXPECT_EQ(TextOfFile(path + ".log"), "[2015-09-02 00:00:00.000] ERROR: another\n");
}

TEST(CelosLogTest, ItCanBeItsOwnersAlone) {
  const hpdl::rt::testing::TemporaryFolder folder;
  StillTime time;
  time.Set(testing::At("2015-09-01T23:59:59.999Z").ms);
  Result<std::unique_ptr<CelosLog>> log = CelosLog::Open(folder.path(), 0600);
  ASSERT_TRUE(log) << log.error().message;
  (*log)->Info("one");
  time.Set(time.WallMs() + 1);
  (*log)->Info("another");
  for (const char* name : {"/celos.log", "/celos-2015-09-01.log"}) {
    struct stat info{};
    ASSERT_EQ(stat((folder.path() + name).c_str(), &info), 0) << name;
    EXPECT_EQ(info.st_mode & 0777, 0600U) << name;
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
