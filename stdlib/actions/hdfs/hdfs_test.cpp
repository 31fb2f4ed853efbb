#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/file_operations.h"
#include "stdlib/actions/hdfs/hdfs.kind.h"

extern "C" const hpdl_kind hpdl_kind_hdfs;

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;

class HdfsTest : public ::testing::Test {
 protected:
  HdfsTest() : ctx_(root_) {
    ctx_.job_dialect = HPDL_DIALECT_HWS;
    setenv("HOME", root_.c_str(), 1);
  }
  rt::Outcome Run(const std::string& file_system, std::vector<rt::ArgNode> commands) {
    ctx_.arguments.children = {Argument(0, file_system), Argument(2, "", std::move(commands))};
    return ctx_.Run(hpdl_kind_hdfs);
  }
  rt::ArgNode Move(const std::string& source, const std::string& target) {
    return Argument(2, "", {Argument(0, source), Argument(1, target)});
  }
  bool Has(const std::string& path) { return rt::TypeOf(root_ + path) != rt::FileType::kAbsent; }

  const rt::testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  rt::testing::FakeContext ctx_;
};

TEST_F(HdfsTest, ArchivesTheInputOfTheSpecification) {
  std::ofstream(root_ + "/input") << "x";
  const rt::Outcome outcome = Run("file:///", {Argument(0, "", {Argument(0, root_ + "/temp-data")}),
                                               Argument(1, "", {Argument(0, "archives/1")}),
                                               Move("input", "archives/1/processed-input")});
  EXPECT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_TRUE(Has("/archives/1/processed-input"));
}

TEST_F(HdfsTest, TheTargetOfAMoveMustNotExist) {
  std::ofstream(root_ + "/input") << "x";
  rt::MakeDirectories(root_ + "/target");
  const rt::Outcome outcome =
      Run("file:///", {Argument(1, "", {Argument(0, "made")}), Move("input", "target")});
  EXPECT_EQ(outcome.error->code, "FS008");
  EXPECT_FALSE(Has("/made")) << "checked before the first change";
}

TEST_F(HdfsTest, OtherFileSystemsComeLater) {
  const rt::Outcome outcome = Run("hdfs://foo.corp:9000", {Argument(1, "", {Argument(0, "/a")})});
  EXPECT_EQ(outcome.error->code, "E0904");
}

}  // namespace
}  // namespace hpdl::stdlib
