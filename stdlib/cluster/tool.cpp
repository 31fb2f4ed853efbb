#include "stdlib/cluster/tool.h"

#include <algorithm>
#include <cstring>
#include <deque>

#include "runtime/hadoop/conf.h"
#include "runtime/process/output_tail.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/local/command.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kMostLines = 10, kMostBytes = 2000;

/// A frame of a trace of Java's.
bool IsFrame(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || start == 0) {
    return start == std::string_view::npos;
  }
  line.remove_prefix(start);
  return line.starts_with("at ") || (line.starts_with("... ") && line.ends_with(" more")) ||
         (line.starts_with("... ") && line.ends_with(" elided"));
}

/// A message of a logger about what is no failure: the level stands among the first words.
bool IsNews(std::string_view line) {
  constexpr std::size_t kWords = 5;
  for (std::size_t word = 0; word < kWords && !line.empty(); ++word) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    std::string_view text = line.substr(0, end);
    while (text.starts_with('[') || text.starts_with('(')) {
      text.remove_prefix(1);
    }
    while (text.ends_with(']') || text.ends_with(':') || text.ends_with(')')) {
      text.remove_suffix(1);
    }
    if (text == "INFO" || text == "DEBUG" || text == "TRACE" || text == "WARN") {
      return true;
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return false;
}

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
  // The node's shell puts variables into the class path.
  if (!home.empty() &&
      (!home.starts_with('/') || home.find_first_of(":$`\"'\\{}*<> ,") != std::string::npos)) {
    return rt::ActionError(std::string(rt::SpecOf(setting).name) + " is " + home +
                           ", which is no plain absolute path of the nodes");
  }
  return home;
}

rt::Task<rt::Result<ToolLaunch>> BeginTool(rt::ActionContext& ctx, ToolElements elements, Tool tool,
                                           rt::FileSystem& files, const rt::PathBase& base) {
  ToolLaunch result;
  auto configuration =
      ClientConfiguration(ctx, elements.job_xml, elements.configuration,
                          {elements.name_node, elements.job_tracker, ChildTag(ctx)});
  if (!configuration) {
    co_return configuration.error();
  }
  result.configuration = std::move(*configuration);
  auto home = ToolHome(ctx, tool.home);
  if (!home) {
    co_return home.error();
  }
  result.home = std::move(*home);
  const auto own = JavaOptions(result.configuration, GlobalOf(ctx), elements.launcher, {}, {});
  if (!own) {
    co_return own.error();
  }
  std::vector<std::string> options = tool.options;
  options.insert(options.end(), own->begin(), own->end());
  ResourceCollector collector(ctx, files, base, &result.resources);
  std::string shared = result.home.empty() ? tool.name : "";
  const rt::Result<void> added = co_await collector.ForJava(
      elements.files, elements.archives, result.configuration, std::move(shared));
  if (!added) {
    co_return added.error();
  }
  auto launch = JavaLaunch(result.resources, options);
  if (!launch) {
    co_return launch.error();
  }
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

std::string FailureLines(std::string_view text, bool cut) {
  if (cut) {  // not with half a line
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? 0 : end + 1);
  }
  std::deque<std::string_view> kept;
  std::size_t bytes = 0;
  while (!text.empty() && kept.size() < kMostLines) {
    const std::size_t end = text.find_last_not_of("\r\n");
    text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    const std::size_t before = text.rfind('\n');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = text.substr(start);
    text = text.substr(0, start);
    if (line.empty() || IsFrame(line) || IsNews(line)) {
      continue;
    }
    if (bytes + line.size() > kMostBytes) {
      if (kept.empty()) {
        kept.push_front(line.substr(0, kMostBytes));
      }
      break;
    }
    bytes += line.size() + 1;
    kept.push_front(line);
  }
  std::string lines;
  for (const std::string_view line : kept) {
    lines.append(lines.empty() ? "" : "\n").append(line);
  }
  return rt::CleanText(lines);
}

std::optional<rt::Error> ErrorOfTool(const LaunchResult& result, const std::string& what) {
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
    if (const std::string lines = FailureLines(bytes, cut); !lines.empty()) {
      const std::string end = result.signal != 0 ? SignalText(result.signal)
                                                 : "exit code " + std::to_string(result.exit_code);
      return rt::ActionError(what + ": " + end + ", and says:\n" + lines);
    }
  }
  return error;
}

}  // namespace hpdl::stdlib
