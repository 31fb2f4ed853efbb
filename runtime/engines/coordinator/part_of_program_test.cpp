#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {
namespace {

/// A program of the workflows w0, w1 and w2. w1 calls w2 as the sub-workflow s. Each workflow has
/// an SLA agreement.
class ThreeWorkflows {
 public:
  ThreeWorkflows() {
    std::vector<hpdl_workflow> workflows;
    for (testing::WorkflowBuilder& builder : builders_) {
      builder.Start("end");
      builder.End("end");
      workflows.push_back(builder.Finish());
    }
    built_ = std::make_unique<testing::ProgramBuilder>(std::move(workflows));
    sub_.parent = 1;
    sub_.workflow = 2;
    built_->program.subs = &sub_;
    built_->program.sub_count = 1;
    for (std::uint32_t i = 0; i < 3; ++i) {
      agreements_[i].workflow = i;
    }
    built_->program.agreements = agreements_;
    built_->program.agreement_count = 3;
    for (hpdl_coordinator& each : coordinators_) {
      each.workflow = HPDL_NONE;
    }
    bundle_.coordinators = coordinators_;
    bundle_.coordinator_count = 2;
  }
  hpdl_program& program() { return built_->program; }
  hpdl_coordinator& coordinator(int which) { return coordinators_[which]; }
  const hpdl_bundle& bundle() const { return bundle_; }

 private:
  testing::WorkflowBuilder builders_[3] = {testing::WorkflowBuilder("w0"),
                                           testing::WorkflowBuilder("w1"),
                                           testing::WorkflowBuilder("w2")};
  std::unique_ptr<testing::ProgramBuilder> built_;
  hpdl_sub sub_{};
  hpdl_agreement agreements_[3] = {};
  hpdl_coordinator coordinators_[2] = {};
  hpdl_bundle bundle_{};
};

std::string NameOf(const hpdl_program& program, std::uint32_t workflow) {
  const hpdl_workflow& found = program.workflows[workflow];
  return std::string(ToView(found.exprs[found.name].text));
}

TEST(PartOfAProgram, IsACoordinatorWhoseWorkflowIsTheFirst) {
  ThreeWorkflows whole;
  whole.program().bundle = &whole.bundle();
  whole.coordinator(1).workflow = 2;
  const auto part = PartOf(whole.program(), "1");
  ASSERT_NE(part, nullptr);
  const hpdl_program& program = part->program();
  EXPECT_EQ(program.bundle, nullptr);
  ASSERT_NE(program.coordinator, nullptr);
  EXPECT_EQ(program.coordinator->workflow, 0U);
  EXPECT_EQ(NameOf(program, 0), "w2");
  EXPECT_EQ(NameOf(program, 1), "w1");
  EXPECT_EQ(NameOf(program, 2), "w0");
  EXPECT_EQ(program.subs[0].workflow, 0U);
  EXPECT_EQ(program.subs[0].parent, 1U);
  EXPECT_EQ(program.agreements[0].workflow, 2U);
  EXPECT_EQ(program.agreements[1].workflow, 1U);
  EXPECT_EQ(program.agreements[2].workflow, 0U);
  EXPECT_EQ(whole.coordinator(1).workflow, 2U) << "the program itself stays";
  EXPECT_EQ(NameOf(whole.program(), 0), "w0");
}

TEST(PartOfAProgram, MovesWhoCallsASubWorkflowToo) {
  ThreeWorkflows whole;
  whole.program().bundle = &whole.bundle();
  whole.coordinator(0).workflow = 1;
  const auto part = PartOf(whole.program(), "0");
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->program().subs[0].parent, 0U);
  EXPECT_EQ(part->program().subs[0].workflow, 2U);
}

TEST(PartOfAProgram, MayHaveNoWorkflow) {
  ThreeWorkflows whole;
  whole.program().bundle = &whole.bundle();
  const auto part = PartOf(whole.program(), "0");
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->program().coordinator->workflow, HPDL_NONE);
  EXPECT_EQ(NameOf(part->program(), 0), "w0");
}

TEST(PartOfAProgram, IsNoneThatTheBundleDoesNotHave) {
  ThreeWorkflows whole;
  whole.program().bundle = &whole.bundle();
  EXPECT_NE(PartOf(whole.program(), "1"), nullptr);
  EXPECT_EQ(PartOf(whole.program(), "2"), nullptr);
  EXPECT_EQ(PartOf(whole.program(), ""), nullptr);
  EXPECT_EQ(PartOf(whole.program(), "x"), nullptr);
  whole.program().bundle = nullptr;
  EXPECT_EQ(PartOf(whole.program(), "0"), nullptr) << "it is no bundle";
}

TEST(PartOfAProgram, IsAlsoTheOneCoordinatorWhoseWorkflowIsNotTheFirst) {
  ThreeWorkflows whole;
  whole.program().coordinator = &whole.coordinator(0);
  EXPECT_EQ(PartOf(whole.program(), ""), nullptr) << "it has none";
  whole.coordinator(0).workflow = 0;
  EXPECT_EQ(PartOf(whole.program(), ""), nullptr) << "it is the first";
  whole.coordinator(0).workflow = 1;
  const auto part = PartOf(whole.program(), "");
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(NameOf(part->program(), 0), "w1");
  EXPECT_EQ(part->program().coordinator->workflow, 0U);
}

TEST(PartOfAProgram, OfScriptsIsOneWorkflow) {
  ThreeWorkflows whole;
  whole.program().coordination = reinterpret_cast<const hpdl_coordination*>(&whole);
  const PartOfProgram part(whole.program(), 2);
  EXPECT_EQ(part.program().coordination, nullptr);
  EXPECT_EQ(NameOf(part.program(), 0), "w2");
  EXPECT_EQ(NameOf(part.program(), 2), "w0");
}

}  // namespace
}  // namespace hpdl::rt
