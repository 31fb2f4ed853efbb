#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/engines/workflow/user.h"
#include "stdlib/actions/sub-workflow/sub-workflow.kind.h"

extern "C" const hpdl_kind hpdl_kind_sub_workflow;

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;

class SubWorkflowTest : public ::testing::Test {
 protected:
  SubWorkflowTest() : ctx_("/nonexistent") {
    ctx_.properties = {{"input", "/in"},
                       {"user.name", "joe"},
                       {"oozie.libpath", "/lib"},
                       {"oozie.wf.application.path", "/parent"},
                       {"oozie.wf.workflow.notification.url", "http://of.the.parent"},
                       {"oozie.wf.rerun.failnodes", "true"}};
    ctx_.sub_workflow = [this](const std::string& path, const rt::Properties& properties) {
      ++calls_;
      path_ = path;
      given_ = properties;
      return rt::Outcome::Ok();
    };
  }
  rt::ArgNode Configuration(const std::string& name, const std::string& value) {
    return Argument(2, "", {Argument(0, "", {Argument(0, name), Argument(1, value)})});
  }

  rt::testing::FakeContext ctx_;
  std::string path_;
  rt::Properties given_;
  int calls_ = 0;
};

TEST_F(SubWorkflowTest, OwnConfigurationOnly) {
  ctx_.arguments.children = {Argument(0, "/apps/child"), Configuration("output", "/out"),
                             Configuration("blank", " ")};
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(path_, "/apps/child");
  EXPECT_EQ(given_, (rt::Properties{{"output", "/out"},
                                    {"user.name", "joe"},
                                    {"oozie.libpath", "/lib"},
                                    {"oozie.action.subworkflow.depth", "1"}}));
}

TEST_F(SubWorkflowTest, GetsThePropertiesOfGlobal) {
  std::uint32_t configuration = 0;
  while (Global::Decl().elements[configuration].name != "configuration") {
    ++configuration;
  }
  const auto property = [](const char* name, const char* value) {
    return Argument(0, "", {Argument(0, name), Argument(1, value)});
  };
  rt::ArgNode global;
  global.children = {
      Argument(configuration, "", {property("tone", "low"), property("output", "/global")})};
  ctx_.global_arguments = &global;
  ctx_.arguments.children = {Argument(0, "/apps/child"), Configuration("output", "/out")};
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_.at("tone"), "low");
  EXPECT_EQ(given_.at("output"), "/out") << "the action's own value wins";
}

TEST_F(SubWorkflowTest, GetsTheGlobalThatTheParentHandsOn) {
  constexpr const char* kGlobal = "oozie.wf.globalconf";
  ctx_.arguments.children = {Argument(0, "/apps/child")};
  ctx_.properties[kGlobal] = "inherited";
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_.at(kGlobal), "inherited") << "as each property of Oozie";
  ctx_.handed = "merged";
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_.at(kGlobal), "merged");
  ctx_.arguments.children.push_back(Configuration(kGlobal, "own"));
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_.at(kGlobal), "own");
}

TEST_F(SubWorkflowTest, TheGroupIsTheParentsUnlessTheActionNamesOne) {
  ctx_.arguments.children = {Argument(0, "/apps/child")};
  const auto group = [&](const rt::Properties& of_parent) {
    for (const auto& [name, value] : of_parent) {
      ctx_.properties[name] = value;
    }
    EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
    return rt::GroupOf(given_);
  };
  EXPECT_EQ(group({}), "");
  EXPECT_EQ(group({{"oozie.job.acl", "readers"}}), "readers");
  EXPECT_EQ(given_.at("group.name"), "readers");
  EXPECT_EQ(group({{"group.name", "staff"}}), "staff");
  ctx_.arguments.children.push_back(Configuration("oozie.job.acl", "others"));
  EXPECT_EQ(group({}), "staff");
  ctx_.arguments.children.back() = Configuration("group.name", "others");
  EXPECT_EQ(group({}), "others");
}

TEST_F(SubWorkflowTest, TheConfigurationHasNoReservedNames) {
  for (const char* name : {"user.name", "mapreduce.job.user.name", "KB", "DAYS"}) {
    ctx_.arguments.children = {Argument(0, "/apps/child"), Configuration(name, "joe")};
    const rt::Outcome outcome = ctx_.Run(hpdl_kind_sub_workflow);
    ASSERT_TRUE(outcome.error) << name;
    EXPECT_EQ(outcome.error->code, "E0808");
    EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kError);
    EXPECT_NE(outcome.error->message.find(name), std::string::npos);
  }
  EXPECT_EQ(calls_, 0);
  ctx_.arguments.children.back() = Configuration("user.name", " ");
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error);
}

TEST_F(SubWorkflowTest, PropagatesAllButWhatIsTheParentsOwn) {
  ctx_.arguments.children = {Argument(0, "child"), Argument(1, ""),
                             Configuration("input", "/other")};
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_, (rt::Properties{{"input", "/other"},
                                    {"user.name", "joe"},
                                    {"oozie.libpath", "/lib"},
                                    {"oozie.action.subworkflow.depth", "1"}}));
}

TEST_F(SubWorkflowTest, PassesOnTheLibrariesThatItInherits) {
  constexpr const char* kLibrary = "oozie.wf.application.lib";
  ctx_.properties[kLibrary] = "/above/lib/a.jar,/above/lib/b.jar";
  ctx_.files = {{"lib/a.jar", "own"}};
  ctx_.arguments.children = {Argument(0, "/apps/child"), Argument(1, "")};
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_FALSE(given_.contains(kLibrary));
  ctx_.properties["oozie.wf.subworkflow.classpath.inheritance"] = "true";
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(given_.at(kLibrary), "/above/lib/b.jar") << "the own file is in the program";
}

TEST_F(SubWorkflowTest, CountsHowDeepItIs) {
  constexpr const char* kDepth = "oozie.action.subworkflow.depth";
  ctx_.arguments.children = {Argument(0, "/apps/child"), Configuration(kDepth, "0")};
  const std::pair<const char*, const char*> depths[] = {{"7", "8"}, {"-9", "1"}, {"x", "1"}};
  for (const auto& [of_parent, of_child] : depths) {
    ctx_.properties[kDepth] = of_parent;
    EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
    EXPECT_EQ(given_.at(kDepth), of_child);
  }
}

TEST_F(SubWorkflowTest, HwsNamesTheDefinition) {
  ctx_.argument_shape = 1;
  ctx_.arguments.children = {Argument(1, "child-wf"), Configuration("a", "b")};
  EXPECT_FALSE(ctx_.Run(hpdl_kind_sub_workflow).error.has_value());
  EXPECT_EQ(path_, "child-wf");
  EXPECT_EQ(given_.at("a"), "b");
}

TEST_F(SubWorkflowTest, OtherSystemsNeedTheNetwork) {
  ctx_.argument_shape = 1;
  ctx_.arguments.children = {Argument(0, "http://other:8080/hws"), Argument(1, "child-wf")};
  const rt::Outcome outcome = ctx_.Run(hpdl_kind_sub_workflow);
  EXPECT_EQ(outcome.error->code, "E0711");
  EXPECT_EQ(calls_, 0);
}

TEST_F(SubWorkflowTest, AnEmptyPathIsRefused) {
  ctx_.arguments.children = {Argument(0, "")};
  EXPECT_EQ(ctx_.Run(hpdl_kind_sub_workflow).error->code, "E0711");
  EXPECT_EQ(calls_, 0);
}

}  // namespace
}  // namespace hpdl::stdlib
