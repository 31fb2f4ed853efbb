#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "runtime/engines/workflow/interpreter.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/values.h"
#include "runtime/world/files/testing/empty_file_system.h"
#include "runtime/world/hadoop/hadoop.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::WorkflowBuilder;

// The functions that the expressions of the test may call by name.

std::int32_t PutsKey(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  eval->writer->PutToken("k", std::string(CoerceToString(eval, args[0])));
  *out = args[0];
  return 0;
}
std::int32_t TellsNode(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  *out = StringValue(eval->run->CurrentNode());
  return 0;
}
std::int32_t FindsFile(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const Result<bool> found = eval->files->ExistsGlob(std::string(CoerceToString(eval, args[0])));
  if (!found) {
    return eval->Fail(found.error().message);
  }
  *out = BooleanValue(*found);
  return 0;
}

hpdl_str Named(std::string_view text) {
  return {text.data(), text.size()};
}
const hpdl_interpreter kInterpreter = {nullptr, &EvaluateTexts};
const hpdl_named_function kNamedFunctions[] = {{Named("put"), &PutsKey, 1, 0},
                                               {Named("node"), &TellsNode, 0, 0},
                                               {Named("exists"), &FindsFile, 1, 0}};

}  // namespace
}  // namespace hpdl::rt

/// The names that emitted code would define.
extern "C" const hpdl_names HPDL_NAMES_SYMBOL;
const hpdl_names HPDL_NAMES_SYMBOL = {&hpdl::rt::kInterpreter, hpdl::rt::kNamedFunctions, nullptr,
                                      3, 0};

namespace hpdl::rt {
namespace {

/// A file system in which every pattern matches. The first `outages` questions fail.
class AnsweringFiles final : public testing::EmptyFileSystem {
 public:
  Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t) override {
    ++asked;
    if (outages > 0) {
      --outages;
      co_return Error{ErrorClass::kTransient, "JA006", "nobody there"};
    }
    co_return std::vector<std::string>{std::move(pattern)};
  }

  int asked = 0;
  int outages = 0;
};
AnsweringFiles* answering = nullptr;

class AnsweringSystems final : public FileSystems {
 public:
  Result<std::string> Default() override { return std::string("hdfs://nn"); }
  Result<FileSystem*> Open(std::string_view, const std::string&) override {
    return static_cast<FileSystem*>(answering);
  }
};
class SilentNetwork final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest) override { co_return Error{}; }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return Error{}; }
};
const hpdl_network kSilentNetwork = {[](boost::asio::io_context&) -> std::unique_ptr<Network> {
                                       return std::make_unique<SilentNetwork>();
                                     },
                                     nullptr};
const hpdl_hadoop kAnsweringHadoop = {
    [](Network&, const Site&, const std::string&) -> std::unique_ptr<FileSystems> {
      return std::make_unique<AnsweringSystems>();
    },
    nullptr, nullptr};

Properties texts_to_read;
std::vector<Result<Properties>> readings;

Task<Outcome> RunReading(ActionContext& context) {
  readings.push_back(co_await context.names()->interpreter->evaluate_texts(context, texts_to_read));
  Outcome outcome;
  if (!readings.back()) {
    outcome.error = readings.back().error();
  }
  co_return outcome;
}
constexpr hpdl_kind kReading{"reading", &RunReading, false};

class InterpretTest : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    readings.clear();
    answering = &files_;
    options_.local = true;
    w_.Start("a");
    w_.Action("a", &kReading, "end", "end", {});
    w_.End("end");
    builder_.emplace(std::vector<hpdl_workflow>{w_.Finish()});
    builder_->program.network = &kSilentNetwork;
    builder_->program.hadoop = &kAnsweringHadoop;
  }
  /// Runs an action that evaluates these texts, and returns its row.
  NodeRow Run(const Properties& texts, JobState ends = JobState::kSucceeded) {
    texts_to_read = texts;
    const std::string id = SubmitJob(builder_->program);
    EXPECT_EQ(Go(builder_->program, id), ends);
    const std::vector<NodeRow> rows = *(*state_->OpenJob(id, true))->Nodes(0, 0);
    for (const NodeRow& row : rows) {
      if (row.node == "a") {
        return row;
      }
    }
    return {};
  }

  AnsweringFiles files_;
  WorkflowBuilder w_{"reads"};
  std::optional<ProgramBuilder> builder_;
};

TEST_F(InterpretTest, TextsAreEvaluatedForTheirNode) {
  options_.properties["who"] = "joe";
  const NodeRow row = Run({{"x", "${node()} of ${who}"}, {"y", "${put('v')}"}});
  ASSERT_EQ(readings.size(), 1U);
  EXPECT_EQ(*readings[0], (Properties{{"x", "a of joe"}, {"y", "v"}}));
  EXPECT_EQ(row.token, "k=v\n");
}

TEST_F(InterpretTest, FileSystemsAreAskedOnce) {
  const NodeRow row = Run({{"x", "${put('v')}"},
                           {"y", "${exists('hdfs://nn/f') && exists('hdfs://nn/g')}"},
                           {"z", "${exists('hdfs://nn/f')}"}});
  ASSERT_EQ(readings.size(), 1U);
  EXPECT_EQ(*readings[0], (Properties{{"x", "v"}, {"y", "true"}, {"z", "true"}}));
  EXPECT_EQ(files_.asked, 2);
  EXPECT_EQ(row.token, "k=v\n");
}

TEST_F(InterpretTest, AFileSystemThatIsDownIsTriedAgain) {
  files_.outages = 1;
  Run({{"x", "${exists('hdfs://nn/f')}"}});
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].error().code, "JA006");
  EXPECT_EQ(readings[0].error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(*readings[1], (Properties{{"x", "true"}}));
}

TEST_F(InterpretTest, WhatFailsSuspendsAndPutsNothing) {
  const NodeRow row = Run({{"x", "${put('v')}"}, {"y", "a${1 % 0}"}}, JobState::kSuspended);
  ASSERT_EQ(readings.size(), 1U);
  EXPECT_EQ(row.error_code, "EL_EVAL_ERROR");
  EXPECT_EQ(row.error_message,
            "property y: ${1 % 0}: the remainder of a division by zero is not defined");
  EXPECT_FALSE(row.token);
}

TEST_F(InterpretTest, AllValuesTogetherAreBounded) {
  options_.properties["big"] = std::string(1 << 20, 'x');
  Properties texts;
  for (int i = 0; i < 65; ++i) {
    texts["x" + std::to_string(i)] = "${big}";
  }
  const NodeRow row = Run(texts, JobState::kSuspended);
  EXPECT_THAT(row.error_message, ::testing::EndsWith("the values exceed 64 MiB"));
}

}  // namespace
}  // namespace hpdl::rt
