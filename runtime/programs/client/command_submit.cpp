#include <cerrno>
#include <cstring>

#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/lines.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

constexpr int kSubmitted = 201;
constexpr std::size_t kMostScript = 64 << 20;

Error ConfigurationFailure(const std::string& message) {
  return ThrownFailure("lang.RuntimeException", message);
}

/// Checks the properties that a job without a workflow definition (pig, hive, sqoop, mapreduce)
/// needs. If oozie.libpath has no scheme and host, puts the name node before it.
Result<void> CheckConfiguration(JobConfiguration* configuration) {
  if (configuration->Find("yarn.resourcemanager.address") == nullptr) {
    return ConfigurationFailure("Resource manager is not specified in conf");
  }
  const std::string* node = configuration->Find("fs.default.name");
  node = node == nullptr ? configuration->Find("fs.defaultFS") : node;
  if (node == nullptr) {
    return ConfigurationFailure("namenode is not specified in conf");
  }
  const std::string* found = configuration->Find("oozie.libpath");
  if (found == nullptr) {
    return ConfigurationFailure("libpath is not specified in conf");
  }
  const std::string path = *found;
  if (path.find(":/") == std::string::npos) {
    if (!path.starts_with('/')) {
      return ConfigurationFailure("libpath should be absolute");
    }
    configuration->Set("oozie.libpath", *node + (node->ends_with('/') ? path.substr(1) : path));
  }
  configuration->Set("oozie.proxysubmission", "true");
  return {};
}

/// Sets `words` as the properties NAME.size, NAME.0, NAME.1, and so on.
void SetList(JobConfiguration* configuration, const std::string& name,
             const std::vector<std::string>& words) {
  configuration->Set(name + ".size", std::to_string(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    configuration->Set(name + "." + std::to_string(i), words[i]);
  }
}

/// Submits a job without a workflow definition. `type` is pig, hive, sqoop or mapreduce.
Result<void> SubmitWithout(Login login, const JobConfiguration& configuration,
                           const std::string& type) {
  Session session(std::move(login));
  const Result<rt::HttpReply> reply = session.Ask({.method = "POST",
                                                   .path = "jobs",
                                                   .parameters = {{"jobtype", type}},
                                                   .body = configuration.Xml(),
                                                   .xml = true},
                                                  kSubmitted);
  HPDL_TRY(reply);
  Print("job: " + (reply->status == kSubmitted ? JavaText(ReadJson(reply->body), "id") : "null") +
        "\n");
  return {};
}

/// Returns the words behind -X. The job passes them to its tool (pig, hive or sqoop).
Result<std::vector<std::string>> PassedOn(const ParsedArguments& arguments) {
  std::vector<std::string> words = arguments.words();
  if (!words.empty()) {
    if (words.front() != "-X") {
      return UsageFailure("Unrecognized option: " + words.front() + " Expecting -X");
    }
    words.erase(words.begin());
  }
  return words;
}

Result<std::string> ReadScript(const std::string& path) {
  const std::optional<std::string> bytes = ReadSmallFile(path, kMostScript);
  if (!bytes) {
    return ThrownFailure("io.IOException", errno == ENOENT
                                               ? "Error: script file [" + path + "] does not exist"
                                               : path + " (" + std::strerror(errno) + ")");
  }
  return WithLineFeeds(*bytes);
}

}  // namespace

Result<void> MapReduceCommand(const Invocation& invocation) {
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Result<JobConfiguration> configuration =
      ReadConfiguration(invocation.arguments, invocation.user());
  HPDL_TRY(configuration);
  const auto has = [&configuration](const char* name) {
    return configuration->Find(name) != nullptr;
  };
  if (!has("mapred.mapper.class") && !has("mapreduce.map.class")) {
    return UsageFailure(
        "mapper (mapred.mapper.class or mapreduce.map.class) must be specified in conf");
  }
  if (!has("mapred.reducer.class") && !has("mapreduce.reduce.class")) {
    return UsageFailure(
        "reducer (mapred.reducer.class or mapreduce.reduce.class) must be specified in conf");
  }
  if (!has("mapred.input.dir")) {
    return UsageFailure("input dir (mapred.input.dir) must be specified in conf");
  }
  if (!has("mapred.output.dir")) {
    return UsageFailure("output dir (mapred.output.dir) must be specified in conf");
  }
  HPDL_TRY(CheckConfiguration(&*configuration));
  return SubmitWithout(std::move(*login), *configuration, "mapreduce");
}

Result<void> ScriptCommand(const Invocation& invocation, const std::string& kind) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<std::vector<std::string>> words = PassedOn(arguments);
  HPDL_TRY(words);
  if (!arguments.Has("file")) {
    return UsageFailure("Need to specify -file <scriptfile>");
  }
  if (!arguments.Has("config")) {
    return UsageFailure("Need to specify -config <configfile>");
  }
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Result<JobConfiguration> configuration = ReadConfiguration(arguments, invocation.user());
  HPDL_TRY(configuration);
  HPDL_TRY(CheckConfiguration(&*configuration));
  const Result<std::string> script = ReadScript(arguments.ValueOr("file", ""));
  HPDL_TRY(script);
  JobConfiguration parameters;  // keeps only the last value of each name
  for (const auto& [name, value] : arguments.Pairs("P")) {
    parameters.Set(name, value);
  }
  configuration->Set("oozie." + kind + ".script", *script);
  SetList(&*configuration, "oozie." + kind + ".options", *words);
  SetList(&*configuration, "oozie." + kind + ".script.params", parameters.Lines());
  return SubmitWithout(std::move(*login), *configuration, kind);
}

Result<void> SqoopCommand(const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<std::vector<std::string>> words = PassedOn(arguments);
  HPDL_TRY(words);
  if (!arguments.Has("command")) {
    return UsageFailure("Need to specify -command");
  }
  if (!arguments.Has("config")) {
    return UsageFailure("Need to specify -config <configfile>");
  }
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Result<JobConfiguration> configuration = ReadConfiguration(arguments, invocation.user());
  HPDL_TRY(configuration);
  HPDL_TRY(CheckConfiguration(&*configuration));
  std::string command;
  for (const std::string& word : arguments.Values("command")) {
    command += (command.empty() ? "" : "\n") + word;
  }
  configuration->Set("oozie.sqoop.command", command);
  SetList(&*configuration, "oozie.sqoop.options", *words);
  return SubmitWithout(std::move(*login), *configuration, "sqoop");
}

}  // namespace hpdl::client
