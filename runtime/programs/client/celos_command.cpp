#include "runtime/programs/client/celos_command.h"

#include <cstdio>
#include <optional>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/celos_deploy/deployment.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/help.h"

namespace hpdl::client {
namespace {

using rt::celos::DeployRequest;

constexpr std::size_t kOptionWidth = 24;

constexpr OptionSpec kDeployOptions[] = {
    rt::TakesPath(
        {"target", "URI",
         "target file: file:///PATH, an absolute path, or sftp://[USER@]HOST[:PORT]/PATH"}),
    rt::TakesPath({"deploy-dir", "DIR", "folder with workflow.js, defaults.js and hdfs/"}),
    {"hdfs-root", "PATH", "the files go below PATH/NAME; default PATH: /user/celos/app"},
    {"user", "NAME", "user who deploys; default CELOS_CI_USERNAME, else the user of this machine"},
    {"help", "", "print this help"}};
constexpr OptionSpec kUndeployOptions[] = {kDeployOptions[0], kDeployOptions[2], kDeployOptions[3],
                                           kDeployOptions[4]};
constexpr OptionSpec kCiOptions[] = {
    {"mode", "MODE", "deploy or undeploy; required", "deploy|undeploy"},
    {"workflowName", "NAME", "name of the workflow; required"},
    rt::TakesPath({"target", "URI", "URI of the target file; required"}),
    rt::TakesPath(
        {"deployDir", "DIR", "folder with workflow.js, defaults.js and hdfs/; required to deploy"}),
    {"hdfsRoot", "PATH", "the files go below PATH/NAME; default PATH: /user/celos/app"},
    {"testDir", "DIR", "for mode test, which is not supported"},
    {"celos", "URL", "for mode test, which is not supported"},
    {"help", "", "print this help"}};

constexpr CommandDecl kDeploy = {"celos-deploy", "NAME ", "deploys a workflow of Celos",
                                 kDeployOptions};
constexpr CommandDecl kUndeploy = {"celos-undeploy", "NAME ", "undeploys a workflow of Celos",
                                   kUndeployOptions};
constexpr CommandDecl kCi = {"celos-ci", "", "deploys and undeploys workflows of Celos",
                             kCiOptions};

std::string UsageText(const std::string& program, const CommandDecl& command,
                      const char* before_options) {
  std::string text = "usage: " + program + " " + std::string(command.words) + "[options]\n";
  for (const OptionSpec& option : command.options) {
    std::string line = std::string("  ") + before_options + std::string(option.name);
    line += option.argument.empty() ? "" : " " + std::string(option.argument);
    line.resize(std::max(line.size() + 1, kOptionWidth), ' ');
    text += WrappedText(line + std::string(option.help), kHelpWidth, kOptionWidth) + "\n";
  }
  return text;
}

/// Prints why a command line is wrong, and the usage. Returns the exit code.
int Refuse(const std::string& program, const std::string& why, const std::string& usage) {
  const std::string text = program + ": " + Harmless(why) + "\n" + usage;
  std::fwrite(text.data(), 1, text.size(), stderr);
  return 1;
}

/// Prints the result or the error. Returns the exit code.
int Finish(const std::string& program, const Result<std::string>& done) {
  if (done) {
    Print(Harmless(*done));
    return std::fflush(stdout) == 0 ? 0 : 1;
  }
  std::fprintf(stderr, "%s: %s\n", program.c_str(), Harmless(done.error().message).c_str());
  return 1;
}

std::string UserOf(const Settings& settings, const std::optional<std::string>& given) {
  const std::string user =
      given ? *given : settings.Variable("CELOS_CI_USERNAME").value_or(std::string());
  return user.empty() ? settings.user() : user;
}

}  // namespace

const CommandDecl& CelosDeployDecl() {
  return kDeploy;
}

const CommandDecl& CelosUndeployDecl() {
  return kUndeploy;
}

int CelosCommand(const Settings& settings, const std::vector<std::string>& words) {
  const bool deploy = words.front() == kDeploy.name;
  const CommandDecl& command = deploy ? kDeploy : kUndeploy;
  const std::string program = "hpdl " + std::string(command.name);
  const std::string usage = UsageText(program, command, "-");
  const Result<ParsedArguments> arguments = ParseArguments(command, std::span(words).subspan(1));
  if (!arguments) {
    return Refuse(program, arguments.error().message, usage);
  }
  if (arguments->Has("help")) {
    return Finish(program, usage);
  }
  if (arguments->words().size() != 1) {
    return Refuse(program, "give the name of one workflow", usage);
  }
  for (const char* needed : {"target", "deploy-dir"}) {
    if (!arguments->Has(needed) && (deploy || std::string(needed) == "target")) {
      return Refuse(program, std::string("-") + needed + " is missing", usage);
    }
  }
  DeployRequest request;
  request.name = arguments->words().front();
  request.target = arguments->ValueOr("target", "");
  request.deploy_dir = arguments->ValueOr("deploy-dir", "");
  request.hdfs_root = arguments->ValueOr("hdfs-root", request.hdfs_root);
  request.user = UserOf(settings, arguments->Value("user"));
  return Finish(program, deploy ? Deploy(request) : Undeploy(request));
}

int RunCelosCi(std::vector<std::string> words) {
  const Settings settings = Settings::Read(&words);
  const std::string program(kCi.name);
  const std::string usage = UsageText(program, kCi, "--");
  const Result<ParsedArguments> arguments = ParseArguments(kCi, words);
  if (!arguments) {
    return Refuse(program, arguments.error().message, usage);
  }
  if (arguments->Has("help")) {
    return Finish(program, usage);
  }
  for (const char* needed : {"mode", "workflowName", "target"}) {
    if (!arguments->Has(needed)) {
      return Refuse(program, "Missing required option: " + std::string(needed), usage);
    }
  }
  const std::string mode = LowerCase(arguments->ValueOr("mode", ""));
  if (mode == "test") {
    return Finish(program, Error{rt::ErrorClass::kError, "",
                                 "mode test is not supported; use deploy or undeploy"});
  }
  if (mode != "deploy" && mode != "undeploy") {
    return Refuse(program, "the mode must be deploy or undeploy", usage);
  }
  if (mode == "deploy" && !arguments->Has("deployDir")) {
    return Refuse(program, "Missing required option: deployDir", usage);
  }
  DeployRequest request;
  request.name = arguments->ValueOr("workflowName", "");
  request.target = arguments->ValueOr("target", "");
  request.deploy_dir = arguments->ValueOr("deployDir", "");
  request.hdfs_root = arguments->ValueOr("hdfsRoot", request.hdfs_root);
  request.user = UserOf(settings, std::nullopt);
  return Finish(program, mode == "deploy" ? Deploy(request) : Undeploy(request));
}

}  // namespace hpdl::client
