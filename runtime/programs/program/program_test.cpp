#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/programs/program/program.h"
#include "runtime/store/local/state_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>


namespace hpdl::rt {
namespace {

using Json = nlohmann::json;
using testing::ProgramBuilder;
using testing::WorkflowBuilder;

/// Runs `sh -c ARGUMENT`: an action that writes to its output and to its error output.
Task<Outcome> RunShell(ActionContext& ctx) {
  Command command;
  command.argv = {"/bin/sh", "-c", ctx.args().children.empty() ? "" : ctx.args().children[0].text};
  command.environment = {"PATH=/bin:/usr/bin"};
  command.directory = "/";
  const ExitStatus status = co_await ctx.RunProcess(command);
  if (status.code != 0) {
    co_return Outcome::Failed(ErrorClass::kError, "JA018",
                              "exit code " + std::to_string(status.code) + status.start_error);
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kShell = {"test", RunShell, false};
constexpr hpdl_kind kLocalShell = {"test", RunShell, true};

std::int32_t InputParameter(hpdl_eval* eval, hpdl_value* out) {
  return hpdl_op_parameter(eval, 0, out);
}

class Program : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("HPDL_STATE", (directory_ + "/state").c_str(), 1);
    ::setenv("USER", "joe", 1);
  }

  /// Builds a fork of two actions. The action `bad` runs the command that is the value of the
  /// parameter `input`.
  void Build(std::uint32_t flags = 0, const hpdl_kind* kind = &kShell) {
    workflow_.Parameter("input");
    workflow_.Parameter("unused", "value");
    workflow_.Start("both");
    workflow_.Fork("both", {"good", "bad"});
    workflow_.Action("good", kind, "joined", "fail", {workflow_.Text("echo from good")});
    workflow_.Action("bad", kind, "joined", "fail", {workflow_.Call(InputParameter, "${input}")});
    workflow_.Join("joined", "end");
    workflow_.Kill("fail", workflow_.Text("it \"failed\""));
    workflow_.End("end");
    workflow_.workflow().source = workflow_.Keep(kSource);
    program_.emplace(std::vector<hpdl_workflow>{workflow_.Finish()});
    program_->program.flags = flags;
    program_->program.compiler_version = {"0.1.0", 5};
  }

  int Call(std::vector<std::string> args) {
    out_.clear();
    err_.clear();
    if (local_ && !args.empty() && (args[0] == "run" || args[0] == "submit")) {
      args.emplace_back("--local");
    }
    const std::vector<std::string_view> views(args.begin(), args.end());
    Output out(&out_);
    Output err(&err_);
    return RunProgram(program_->program, "./wf", views, out, err);
  }

  /// Returns the id of the newest job.
  std::string Newest() {
    EXPECT_EQ(Call({"jobs", "--ids"}), 0) << err_;
    return out_.substr(0, out_.find('\n'));
  }

  Json Parsed() {
    Json json = Json::parse(out_, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << out_;
    EXPECT_EQ(json.value("version", 0), 1);
    return json;
  }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

  static constexpr const char* kSource = "<workflow-app>\n\x01 bytes\n</workflow-app>\n";
  const testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::string out_, err_;
  bool local_ = true;  ///< true if run and submit get --local
  WorkflowBuilder workflow_{"demo"};
  std::optional<ProgramBuilder> program_;
};

TEST_F(Program, RunsAndShowsTheJob) {
  Build();
  ASSERT_EQ(Call({"run", "-Dinput=true", "--progress=plain"}), 0) << out_ << err_;
  EXPECT_NE(out_.find(" good OK test"), std::string::npos) << out_;
  EXPECT_NE(out_.find("demo SUCCEEDED after"), std::string::npos) << out_;
  const std::string id = Newest();

  ASSERT_EQ(Call({"info", id}), 0) << err_;
  EXPECT_NE(out_.find("state      SUCCEEDED"), std::string::npos) << out_;
  EXPECT_NE(out_.find("user       joe"), std::string::npos) << out_;
  ASSERT_EQ(Call({"info", id, "--format", "json"}), 0);
  const Json info = Parsed();
  EXPECT_EQ(info["job"]["id"], id);
  EXPECT_EQ(info["job"]["status"], "SUCCEEDED");
  EXPECT_EQ(info["job"]["nodes"].size(), 6U);
  EXPECT_FALSE(info["alive"]);

  ASSERT_EQ(Call({"log", id, "--node", "good"}), 0) << err_;
  EXPECT_NE(out_.find("from good"), std::string::npos) << out_;
  EXPECT_EQ(out_.find("bad"), std::string::npos) << out_;
  ASSERT_EQ(Call({"log", id, "--format=json"}), 0);
  const Json log = Parsed();
  ASSERT_EQ(log["attempts"].size(), 1U) << "the other one wrote nothing";
  EXPECT_EQ(log["attempts"][0]["out"]["text"], "from good\n");
  EXPECT_EQ(Call({"log", id, "--node", "nosuch"}), 1);

  ASSERT_EQ(Call({"jobs", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["jobs"][0]["id"], id);
  ASSERT_EQ(Call({"jobs", "--status", "failed"}), 0);
  EXPECT_EQ(out_, "no jobs\n");
  EXPECT_EQ(Call({"jobs", "--status", "fialed"}), 2);

  ASSERT_EQ(Call({"store", "check", id}), 0) << out_ << err_;
  EXPECT_NE(out_.find("sound"), std::string::npos);
  EXPECT_EQ(Call({"resume", id}), 2);
  EXPECT_NE(err_.find("SUCCEEDED; use 'rerun'"), std::string::npos) << err_;
  EXPECT_EQ(Call({"kill", id}), 1);
  EXPECT_EQ(Call({"retry", id, "good"}), 1);
}

TEST_F(Program, KilledJobAndItsRerun) {
  Build();
  const std::string config = Write("job.properties", "input=exit 3\n");
  ASSERT_EQ(Call({"run", "--config", config, "--progress=json"}), 3) << out_ << err_;
  std::istringstream lines(out_);
  Json last;
  for (std::string line; std::getline(lines, line);) {
    last = Json::parse(line, nullptr, false);
    ASSERT_FALSE(last.is_discarded()) << line;
    EXPECT_EQ(last["version"], 1);
  }
  EXPECT_EQ(last["type"], "result");
  EXPECT_EQ(last["status"], "KILLED");
  EXPECT_EQ(last["troubles"][0]["node"], "bad");
  EXPECT_EQ(last["troubles"][0]["errorCode"], "JA018");
  const std::string id = Newest();
  ASSERT_EQ(Call({"graph", id, "--format=dot"}), 0);
  EXPECT_NE(out_.find("fillcolor=\"#f5b5b5\""), std::string::npos) << out_;

  EXPECT_EQ(Call({"rerun", id}), 2);
  EXPECT_EQ(Call({"rerun", id, "--failed", "--skip", "good"}), 2);
  EXPECT_EQ(Call({"rerun", id, "--skip", "nosuch"}), 2);
  EXPECT_NE(err_.find("nosuch"), std::string::npos) << err_;
  ASSERT_EQ(Call({"rerun", id, "--failed", "-Dinput=true", "--progress=none"}), 0) << out_ << err_;
  EXPECT_EQ(out_, "");
  ASSERT_EQ(Call({"info", id, "--format=json"}), 0);
  EXPECT_EQ(Parsed()["job"]["run"], 1);
  ASSERT_EQ(Call({"info", id, "--run", "0", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["shownRun"], 0);
  EXPECT_EQ(Call({"info", id, "--run", "2"}), 1);
  EXPECT_NE(err_.find("no run 2"), std::string::npos) << err_;
}

TEST_F(Program, SubmitStartAndIdFile) {
  Build();
  const std::string id_file = directory_ + "/id";
  ASSERT_EQ(Call({"submit", "-D", "input=true", "--id-file", id_file}), 0) << err_;
  const std::string id = out_.substr(0, out_.find('\n'));
  std::ifstream stream(id_file);
  std::string written;
  std::getline(stream, written);
  EXPECT_EQ(written, id);
  ASSERT_EQ(Call({"info", id}), 0);
  EXPECT_NE(out_.find("PREP"), std::string::npos);
  EXPECT_NE(out_.find("./wf start " + id), std::string::npos) << out_;
  ASSERT_EQ(Call({"start", id, "--progress=none"}), 0) << err_;
  EXPECT_EQ(Call({"start", id}), 2);
  EXPECT_EQ(Call({"run", "-Dinput=true", "--id-file", directory_ + "/no/such/id"}), 2);
  ASSERT_EQ(Call({"jobs", "--ids"}), 0);
  EXPECT_EQ(out_, id + "\n") << "a job was made although its id could not be written";
}

TEST_F(Program, TheIdFileReplacesNothingButRegularFiles) {
  Build();
  const auto submit = [&](const std::string& file) {
    return Call({"submit", "-Dinput=true", "--id-file", file});
  };
  const auto content = [](const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  };
  struct stat info{};
  const std::string device = directory_ + "/null", fifo = directory_ + "/fifo";
  const bool has_device =
      mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0;  // works as root only
  ASSERT_EQ(submit(has_device ? device : "/dev/null"), 0) << err_;
  EXPECT_TRUE(stat(has_device ? device.c_str() : "/dev/null", &info) == 0 && S_ISCHR(info.st_mode));

  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int reader = open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_EQ(submit(fifo), 0) << err_;
  char text[200];
  const ssize_t size = read(reader, text, sizeof text);
  EXPECT_EQ(std::string(text, size > 0 ? static_cast<std::size_t>(size) : 0), out_);
  close(reader);
  EXPECT_TRUE(stat(fifo.c_str(), &info) == 0 && S_ISFIFO(info.st_mode));

  const std::string file = Write("real", "old"), link = directory_ + "/link";
  ASSERT_EQ(chmod(file.c_str(), 0640), 0);
  ASSERT_EQ(symlink("real", link.c_str()), 0);
  ASSERT_EQ(submit(link), 0) << err_;
  EXPECT_EQ(content(file), out_);
  EXPECT_TRUE(lstat(link.c_str(), &info) == 0 && S_ISLNK(info.st_mode));
  EXPECT_TRUE(stat(file.c_str(), &info) == 0 && (info.st_mode & 0777) == 0640);

  const std::string dangling = directory_ + "/dangling";
  ASSERT_EQ(symlink("nothing", dangling.c_str()), 0);
  EXPECT_EQ(submit(dangling), 2);
  EXPECT_NE(stat((directory_ + "/nothing").c_str(), &info), 0);

  ASSERT_EQ(submit(directory_ + "/new"), 0) << err_;
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_TRUE(stat((directory_ + "/new").c_str(), &info) == 0);
  EXPECT_EQ(info.st_mode & 0777, 0666 & ~mask);
}

TEST_F(Program, RefusalsBeforeTheStartLeaveNoJob) {
  Build();
  EXPECT_EQ(Call({"run"}), 2);
  EXPECT_NE(err_.find("input"), std::string::npos) << err_;
  EXPECT_EQ(Call({"run", "-D", "nonsense"}), 2);
  EXPECT_EQ(Call({"run", "-D", "=x"}), 2);
  EXPECT_EQ(Call({"run", "-Dinput=1", "--parallel", "0"}), 2);
  EXPECT_EQ(Call({"run", "-Dinput=1", "--parallel", "many"}), 2);
  EXPECT_EQ(Call({"run", "--config", Write("bad.properties", "a=1\nb=\\u12G4\n")}), 2);
  EXPECT_NE(err_.find("bad.properties:2"), std::string::npos) << err_;
  EXPECT_EQ(Call({"run", "--config", directory_ + "/nosuch"}), 2);
  EXPECT_EQ(Call({"run", "-Dinput=1", "--progress", "fancy"}), 2);
  EXPECT_EQ(Call({"jobs", "--ids"}), 0);
  EXPECT_EQ(out_, "");
  for (const char* command : {"info", "log", "suspend", "kill", "graph"}) {
    EXPECT_EQ(Call({command, "0000009-1-hpdl-joe-W"}), 1) << command;
    EXPECT_NE(err_.find("[0000009-1-hpdl-joe-W]"), std::string::npos) << err_;
    EXPECT_EQ(Call({command, "../../etc"}), 1) << command;
  }
  EXPECT_EQ(Call({"resume", "0000009-1-hpdl-joe-W"}), 2);
  EXPECT_EQ(Call({"store", "salvage", "0000009-1-hpdl-joe-W"}), 1);
  EXPECT_EQ(Call({}), 2);
  EXPECT_EQ(Call({"frobnicate"}), 2);
}

TEST_F(Program, InfoShowsWhatWasCalledBack) {
  Build();
  ASSERT_EQ(Call({"run", "-Dinput=true", "--progress=none"}), 0) << err_;
  const std::string id = Newest();
  ASSERT_EQ(Call({"info", id}), 0);
  EXPECT_EQ(out_.find("CALLED BACK"), std::string::npos) << out_;
  {
    const auto state = StateDirectory::Open(directory_ + "/state", false);
    const auto store = (*state)->OpenJob(id, false);
    CallbackRow row;
    row.node = "good";
    row.attempt = 1;
    row.received_ms = 1;
    for (row.number = 0; row.number < 22; ++row.number) {
      row.status = row.number == 0 ? "half\n\x1b[2J" : "";
      row.content_type = row.number == 0 ? "text/plain" : "";
      row.body = row.number == 0 ? std::string("a\0b", 3) : "";
      ASSERT_TRUE((*store)->PutCallback(row));
    }
    ASSERT_TRUE((*store)->Commit());
  }
  ASSERT_EQ(Call({"info", id}), 0);
  EXPECT_NE(out_.find("3 bytes of text/plain"), std::string::npos) << out_;
  EXPECT_NE(out_.find("\nand 2 more\n"), std::string::npos) << out_;
  EXPECT_EQ(out_.find('\x1b'), std::string::npos) << "terminals obey";
  ASSERT_EQ(Call({"info", id, "--format", "json"}), 0);
  const Json told = Parsed();
  for (const Json& node : told["job"]["nodes"]) {
    ASSERT_EQ(node["callbacks"].size(), node["name"] == "good" ? 22U : 0U);
    if (node["name"] == "good") {
      EXPECT_EQ(node["callbacks"][0]["body"], std::string("a\0b", 3));
      EXPECT_EQ(node["callbacks"][0]["attempt"], 1);
      EXPECT_EQ(node["callbacks"][0]["received"], "1970-01-01T00:00:00.001Z");
      EXPECT_TRUE(node["callbacks"][1]["contentType"].is_null());
    }
  }
}

TEST_F(Program, DryRunStartsNothing) {
  Build();
  ASSERT_EQ(Call({"run", "--dryrun", "-Dinput=x", "-Dmy.password=geheim"}), 0) << err_;
  EXPECT_NE(out_.find("input = x"), std::string::npos) << out_;
  EXPECT_NE(out_.find("unused = value"), std::string::npos) << out_;
  EXPECT_EQ(out_.find("geheim"), std::string::npos) << out_;
  EXPECT_NE(out_.find("good, bad"), std::string::npos) << out_;
  EXPECT_EQ(Call({"run", "--dryrun"}), 2);
  ASSERT_EQ(Call({"run", "--dryrun", "-Dinput=x", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["properties"]["input"], "x");
  EXPECT_NE(::access((directory_ + "/state").c_str(), F_OK), 0);
}

TEST_F(Program, LocalKindsNeedLocal) {
  Build(0, &kLocalShell);
  local_ = false;
  EXPECT_EQ(Call({"run", "-Dinput=true"}), 2);
  EXPECT_NE(err_.find("--local"), std::string::npos) << err_;
  ASSERT_EQ(Call({"run", "-Dinput=exit 1", "--local", "--progress=none"}), 3) << err_;
  const std::string id = Newest();
  EXPECT_EQ(Call({"rerun", id, "--failed", "-Dinput=true", "--progress=none"}), 0) << err_;
}

TEST_F(Program, NotificationsWithoutNetwork) {
  Build(HPDL_PROGRAM_NO_NETWORK);
  EXPECT_EQ(Call({"run", "-Dinput=true", "-Doozie.wf.workflow.notification.url=http://x/"}), 2);
  EXPECT_NE(err_.find("--no-network"), std::string::npos) << err_;
  EXPECT_EQ(Call({"run", "-Dinput=true", "-Dhws.workflow.notification.url=http://x/"}), 2);
  program_->program.flags = 0;
  EXPECT_EQ(Call({"run", "-Dinput=true", "-Dhws.action.notification.url=http://x/"}), 2);
  EXPECT_NE(err_.find("--no-network"), std::string::npos) << err_;
}

TEST_F(Program, WhatTheProgramIs) {
  workflow_.Default("a", "${input}");
  workflow_.Default("b", "2");
  Build();
  ASSERT_EQ(Call({"source"}), 0);
  EXPECT_EQ(out_, kSource);
  EXPECT_EQ(Call({"source", "--workflow", "7"}), 1);
  ASSERT_EQ(Call({"source", "--defaults"}), 0);
  EXPECT_EQ(out_, "a=${input}\nb=2\n");
  ASSERT_EQ(Call({"source", "--defaults", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["defaults"], Json({{"a", "${input}"}, {"b", "2"}}));
  ASSERT_EQ(Call({"params", "--format=json"}), 0);
  const Json params = Parsed();
  EXPECT_EQ(params["parameters"][0]["name"], "input");
  EXPECT_TRUE(params["parameters"][0]["required"]);
  EXPECT_EQ(params["parameters"][0]["uses"][0]["line"], 7);
  EXPECT_EQ(params["parameters"][1]["default"], "value");
  EXPECT_EQ(params["parameters"][1]["uses"].size(), 0U);
  ASSERT_EQ(Call({"graph"}), 0);
  EXPECT_EQ(out_.find("flowchart TD\n"), 0U);
  EXPECT_NE(out_.find("-.->|\"error\"|"), std::string::npos) << out_;
  ASSERT_EQ(Call({"graph", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["nodes"].size(), 7U);
  ASSERT_EQ(Call({"--version", "--format", "json"}), 0);
  EXPECT_EQ(Parsed()["metadata"]["component"]["name"], "demo");
  ASSERT_EQ(Call({"completion", "bash"}), 0);
  EXPECT_EQ(Call({"completion", "zsh"}), 0);
  EXPECT_EQ(Call({"completion", "fish"}), 0);
  EXPECT_EQ(Call({"completion", "csh"}), 2);
  EXPECT_EQ(Call({"token", "x"}), 1) << "no such job";
  for (const CommandSpec& command : Commands(hpdl_program{})) {
    EXPECT_EQ(Call({std::string(command.name), "--help"}), 0) << command.name;
    EXPECT_EQ(out_.find("usage: ./wf " + std::string(command.name)), 0U);
  }
}

TEST_F(Program, PurgeRemovesEndedJobsOnly) {
  Build();
  ASSERT_EQ(Call({"run", "-Dinput=true", "--progress=none"}), 0);
  const std::string ended = Newest();
  ASSERT_EQ(Call({"submit", "-Dinput=true"}), 0);
  EXPECT_EQ(Call({"purge", "--older-than", "soon"}), 2);
  ASSERT_EQ(Call({"purge"}), 0);
  EXPECT_EQ(out_, "0 jobs removed\n");
  ASSERT_EQ(Call({"purge", "--older-than", "0s", "--dryrun"}), 0);
  EXPECT_EQ(out_.find("would remove " + ended + "  demo  SUCCEEDED  "), 0U) << out_;
  EXPECT_TRUE(out_.ends_with("\n1 job to remove\n")) << out_;
  ASSERT_EQ(Call({"purge", "--older-than", "0s"}), 0) << err_;
  EXPECT_EQ(out_.find("removed " + ended + "  demo  SUCCEEDED  "), 0U) << out_;
  EXPECT_TRUE(out_.ends_with("runtime_programs_program_test\n1 job removed\n")) << out_;
  EXPECT_EQ(Call({"info", ended}), 1);
  ASSERT_EQ(Call({"jobs", "--format=json"}), 0);
  EXPECT_EQ(Parsed()["jobs"].size(), 1U);
}

TEST_F(Program, DamagedJournalIsFoundAndSalvaged) {
  Build();
  ASSERT_EQ(Call({"run", "-Dinput=true", "--progress=none"}), 0);
  const std::string id = Newest();
  EXPECT_EQ(Call({"store", "salvage", id}), 1) << "a sound journal must be left alone";
  const std::string journal = directory_ + "/state/jobs/" + id + "/journal.db";
  std::string bytes;
  {
    std::ifstream stream(journal, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), {});
  }
  // Changes one letter of one value. SQLite does not notice this.
  const std::size_t at = bytes.rfind("joined");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'J';
  std::ofstream(journal, std::ios::binary) << bytes;
  EXPECT_EQ(Call({"info", id}), 1);
  EXPECT_NE(err_.find("./wf store check " + id), std::string::npos) << err_;
  EXPECT_EQ(Call({"store", "check", id}), 1);
  EXPECT_NE(out_.find("does not match its checksum"), std::string::npos) << out_;
  ASSERT_EQ(Call({"store", "salvage", id}), 0) << err_;
  EXPECT_EQ(::access((journal + ".damaged").c_str(), F_OK), 0);
  EXPECT_EQ(Call({"store", "check", id}), 0) << out_;
  EXPECT_EQ(Call({"info", id}), 0) << err_;
}

TEST_F(Program, NoDatabaseAtAll) {
  Build();
  ASSERT_EQ(Call({"run", "-Dinput=true", "--progress=none"}), 0);
  const std::string id = Newest();
  const std::string journal = directory_ + "/state/jobs/" + id + "/journal.db";
  std::ofstream(journal) << "this is no database, and long enough to be looked at as one......";
  EXPECT_EQ(Call({"info", id}), 1);
  EXPECT_EQ(Call({"resume", id}), 2);
  EXPECT_EQ(Call({"store", "check", id}), 1);
  EXPECT_EQ(Call({"store", "salvage", id}), 1);
  EXPECT_EQ(::access(journal.c_str(), F_OK), 0) << "nothing may change when nothing can be saved";
}

TEST_F(Program, OutputThatCannotBeWritten) {
  Build();
  Output full(::open("/dev/full", O_WRONLY));
  Output err(&err_);
  const std::vector<std::string_view> args = {"source"};
  EXPECT_EQ(RunProgram(program_->program, "./wf", args, full, err), 1);
  EXPECT_NE(err_.find("could not be written"), std::string::npos) << err_;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  Output gone(ends[1]);
  err_.clear();
  EXPECT_EQ(RunProgram(program_->program, "./wf", args, gone, err), 0);
  EXPECT_EQ(err_, "");
  ::close(ends[1]);
}

}  // namespace
}  // namespace hpdl::rt
