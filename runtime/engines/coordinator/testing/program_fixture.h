#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PROGRAM_FIXTURE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PROGRAM_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/testing/written_bundle.h"
#include "runtime/engines/coordinator/testing/written_coordinator.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A program of one coordinator or one bundle, without workflows, and a state directory.
class CoordinatorProgramTest : public ::testing::Test {
 protected:
  CoordinatorProgramTest() {
    options_.properties = {{"user.name", "joe"}};
    options_.program_path = "/program";
    built_.program.compiler_version = {"1.2", 3};
  }
  void SetUp() override {
    auto state = StateDirectory::Open(temporary_.path() + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
  }

  const hpdl_program& Program() {
    built_.program.coordinator = is_bundle_ ? nullptr : &written_->Get();
    built_.program.bundle = is_bundle_ ? &bundle_.Get() : nullptr;
    return built_.program;
  }
  Result<std::string> Submit() { return SubmitCoordinator(Program(), *state_, options_); }
  /// Returns the code and message of the error, or "" if the submission is not refused.
  std::string SubmitRefusal() {
    const Result<std::string> id = Submit();
    return id ? "" : id.error().code + ": " + id.error().message;
  }
  std::unique_ptr<Journal> JournalOf(const std::string& id) {
    auto journal = state_->OpenJob(id, true);
    EXPECT_TRUE(journal) << (journal ? "" : journal.error().message);
    return journal ? std::move(*journal) : nullptr;
  }
  JobRow JobOf(const std::string& id) { return JournalOf(id)->Jobs()->front(); }

  const testing::TemporaryFolder temporary_;
  std::unique_ptr<WrittenCoordinator> written_ = std::make_unique<WrittenCoordinator>(3);
  WrittenBundle bundle_;
  bool is_bundle_ = false;
  testing::ProgramBuilder built_{{}};
  std::unique_ptr<StateDirectory> state_;
  RunOptions options_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PROGRAM_FIXTURE_H_
