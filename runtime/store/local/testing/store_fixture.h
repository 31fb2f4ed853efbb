#ifndef HPDL_RUNTIME_STORE_LOCAL_TESTING_STORE_FIXTURE_H_
#define HPDL_RUNTIME_STORE_LOCAL_TESTING_STORE_FIXTURE_H_

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Gives a test a state directory in a folder that is removed after the test.
class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(root_ + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
  }

  std::string Journal(const std::string& id) { return state_->work().OfJob(id) + "/journal.db"; }

  /// Makes a job, commits rows of several kinds, and closes the journal. The close moves all rows
  /// from the WAL to the database file.
  std::string MakeJob(int nodes = 3) {
    auto id = state_->NewJobId("joe");
    EXPECT_TRUE(id);
    auto store = state_->CreateJob(*id);
    EXPECT_TRUE(store) << store.error().message;
    JobRow job;
    job.id = *id;
    job.app_name = "app";
    job.user = "joe";
    EXPECT_TRUE((*store)->PutFacts({.program_hash = "abc", .local = true, .parallel = 4}));
    EXPECT_TRUE((*store)->PutJob(job));
    EXPECT_TRUE((*store)->PutProperties(0, 0, {{"a", "1"}, {"b", "zwei"}}));
    for (int i = 0; i < nodes; ++i) {
      NodeRow node;
      node.node = "n" + std::to_string(i);
      node.type = "shell";
      node.sequence = i + 1;
      node.arguments = std::string("\0binary\n", 8);
      node.data = i == 0 ? std::optional<std::string>("k=v\n") : std::nullopt;
      EXPECT_TRUE((*store)->PutNode(node));
    }
    EXPECT_TRUE((*store)->dirty());
    EXPECT_TRUE((*store)->Commit());
    EXPECT_FALSE((*store)->dirty());
    return *id;
  }

  /// Reads all data of a job. Returns the first error; nullopt if there is no error.
  std::optional<Error> ReadAll(const std::string& id) {
    auto store = state_->OpenJob(id, false);
    HPDL_TRY(store);
    if (auto facts = (*store)->Facts(); !facts) {
      return facts.error();
    }
    auto jobs = (*store)->Jobs();
    HPDL_TRY(jobs);
    if (auto nodes = (*store)->Nodes(0, 0); !nodes) {
      return nodes.error();
    }
    if (auto properties = (*store)->JobProperties(0, 0); !properties) {
      return properties.error();
    }
    return std::nullopt;
  }

  static std::string TextOf(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  std::unique_ptr<StateDirectory> state_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_TESTING_STORE_FIXTURE_H_
