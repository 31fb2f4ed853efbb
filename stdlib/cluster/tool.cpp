#include "stdlib/cluster/tool.h"

#include "runtime/ground/base/text_parts.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/local/command.h"
#include "stdlib/local/failure_lines.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/secret_text.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

std::string JarsBelow(const std::string& home, std::string_view jars) {
  std::string path;
  for (const std::string& each : rt::SplitList(jars)) {
    path.append(":").append(home).append("/").append(each);
  }
  return path;
}

}  // namespace

std::vector<std::string> OpenModules() {
  std::vector<std::string> options = {"-XX:+IgnoreUnrecognizedVMOptions"};
  for (const char* package :
       {"java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.math", "java.net",
        "java.nio", "java.text", "java.time", "java.util", "java.util.concurrent",
        "java.util.concurrent.atomic", "java.util.regex", "java.util.zip", "java.security",
        "sun.nio.ch", "sun.nio.cs", "sun.security.action", "sun.util.calendar"}) {
    options.push_back(std::string("--add-opens=java.base/") + package + "=ALL-UNNAMED");
  }
  return options;
}

rt::Result<std::string> ToolHome(const rt::ActionContext& ctx, rt::Setting setting) {
  std::string home(ctx.site().Text(setting, ctx.configuration()));
  while (home.size() > 1 && home.ends_with('/')) {
    home.pop_back();
  }
  // The folder becomes a part of the class path. The node's shell would interpret these characters
  // in it.
  if (!home.empty() &&
      (!home.starts_with('/') || home.find_first_of(":$`\"'\\{}*<> ,") != std::string::npos)) {
    return rt::ActionError(std::string(rt::SpecOf(setting).name) + " is " + home +
                           ", which is not a plain absolute path on the cluster's nodes");
  }
  return home;
}

Launch ToolLaunch::With(std::vector<std::string> words,
                        std::map<std::string, std::string> files) && {
  for (std::string& word : words) {
    launch.description.command.push_back({std::move(word)});
  }
  for (auto& [name, content] : files) {
    launch.contents[name] = std::move(content);
  }
  return std::move(launch);
}

rt::Task<rt::Result<ToolLaunch>> BeginTool(rt::ActionContext& ctx, ToolElements elements, Tool tool,
                                           rt::FileSystem& files, const rt::PathBase& base) {
  ToolLaunch result;
  auto configuration =
      ClientConfiguration(ctx, elements.job_xml, elements.configuration,
                          {elements.name_node, elements.job_tracker, ChildTag(ctx)});
  HPDL_CO_TRY(configuration);
  result.configuration = std::move(*configuration);
  if (tool.home) {
    auto home = ToolHome(ctx, *tool.home);
    HPDL_CO_TRY(home);
    result.home = std::move(*home);
  }
  const auto own = JavaOptions(ctx, result.configuration, elements.launcher, {}, {});
  HPDL_CO_TRY(own);
  std::vector<std::string> options = tool.options;
  options.insert(options.end(), own->begin(), own->end());
  ResourceCollector collector(ctx, files, base, &result.resources);
  std::string shared = result.home.empty() ? tool.name : "";
  rt::Result<void> added = co_await collector.ApplicationLibrary();
  if (added) {
    added = co_await collector.Entries(elements.files, elements.archives);
  }
  result.own_resources = result.resources.all().size();
  if (added) {
    added = co_await collector.Libraries(result.configuration, std::move(shared));
  }
  HPDL_CO_TRY(added);
  auto launch = JavaLaunch(result.resources, options);
  HPDL_CO_TRY(launch);
  result.launch = std::move(*launch);
  result.launch.own_first = tool.own_first;
  result.launch.configuration = result.configuration;
  if (!result.home.empty()) {
    result.launch.class_path += JarsBelow(result.home, tool.jars);
    result.launch.description.environment.push_back(
        {std::string(tool.variable) + "=" + result.home});
  }
  if (!tool.main_class.empty()) {
    result.launch.description.command.push_back({tool.main_class});
  }
  FindLibraries(result.resources, &result.launch);
  co_return result;
}

std::optional<rt::Error> ErrorOfTool(const LaunchResult& result, const std::string& what,
                                     const std::vector<std::string>& secrets) {
  auto error = ErrorOfLaunch(result, what);
  if (!error || result.not_started != 0) {
    return error;
  }
  for (const char* name : {kToolOutput[1], kToolOutput[0]}) {
    const auto file = result.files.find(name);
    if (file == result.files.end()) {
      continue;
    }
    const std::string& bytes = file->second.bytes;
    const bool cut = static_cast<std::size_t>(file->second.size) > bytes.size();
    if (const std::string lines = FailureLines(bytes, cut, secrets); !lines.empty()) {
      const std::string end = result.signal != 0 ? SignalText(result.signal)
                                                 : "exit code " + std::to_string(result.exit_code);
      return rt::ActionError(what + ": " + end + ", and says:\n" + lines);
    }
  }
  error->message = WithoutSecrets(error->message, secrets);
  return error;
}

}  // namespace hpdl::stdlib
