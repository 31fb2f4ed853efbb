#include "runtime/engines/celos_service/trigger_files.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <string>
#include <thread>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

/// File systems that cannot be reached. A test sets the default file system.
class OtherSystems final : public FileSystems {
 public:
  Result<std::string> Default() override { return configured; }
  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    return Error{ErrorClass::kNonTransient, "E0904", user + " finds no " + std::string(uri)};
  }
  std::string configured;
};

class TriggerFilesTest : public ::testing::Test {
 protected:
  ~TriggerFilesTest() override {
    guard_.reset();
    thread_.join();
  }
  std::string Exists(const std::string& path, const std::string& file_system = "file:///") {
    const Result<HadoopPath> read = HadoopPath::Parse(path);
    const Result<bool> there = files_.Exists(*read, file_system);
    return there ? (*there ? "yes" : "no") : ExceptionText(there.error());
  }

  boost::asio::io_context loop_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_ =
      boost::asio::make_work_guard(loop_);
  OtherSystems systems_;
  TriggerFiles files_{loop_, systems_, "joe"};
  std::thread thread_{[this] { loop_.run(); }};
};

TEST_F(TriggerFilesTest, FilesAndFoldersOfThisMachine) {
  const hpdl::rt::testing::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/*");
  EXPECT_EQ(Exists(folder.path()), "yes");
  EXPECT_EQ(Exists(folder.path() + "/*"), "yes");
  EXPECT_EQ(Exists(folder.path() + "/?"), "no") << "no glob";
  EXPECT_EQ(Exists("file://" + folder.path(), "file:/"), "yes");
  EXPECT_EQ(Exists(folder.path(), ""), "yes");
  EXPECT_EQ(Exists(folder.path(), "/"), "yes");
}

TEST_F(TriggerFilesTest, OtherFileSystems) {
  EXPECT_EQ(Exists("hdfs://nn/a"),
            "java.lang.IllegalArgumentException: Wrong FS: hdfs://nn/a, expected: file:///");
  EXPECT_EQ(Exists("hdfs://other/a", "hdfs://nn"),
            "java.lang.IllegalArgumentException: Wrong FS: hdfs://other/a, expected: hdfs://nn");
  EXPECT_EQ(Exists("/a", "hdfs://nn"), "java.io.IOException: joe finds no hdfs://nn");
  EXPECT_EQ(Exists("hdfs://nn/a", "hdfs://nn"), "java.io.IOException: joe finds no hdfs://nn");
  EXPECT_EQ(Exists("/a", "ftp://x"), "java.io.IOException: No FileSystem for scheme: ftp");
  systems_.configured = "hdfs://home:8020";
  EXPECT_EQ(Exists("/a", ""), "java.io.IOException: joe finds no hdfs://home:8020");
}

}  // namespace
}  // namespace hpdl::rt::celos
