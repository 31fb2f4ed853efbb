#include "stdlib/actions/spark/spark_command.h"

#include <algorithm>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/site/site.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kOozie = "oozie.";
constexpr char kMemory[] = "1g";  // the default of spark-submit for the driver's memory

std::string Joined(const std::vector<std::string>& added, const std::string& said) {
  std::string list = said;
  for (const std::string& each : added) {
    list.append(list.empty() ? "" : ",").append(each);
  }
  return list;
}

/// Returns the value behind the last occurrence of an option.
std::string Last(const std::vector<std::string>& words, std::string_view option) {
  std::string value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) {
      value = words[i + 1];
    } else if (words[i].size() > option.size() && words[i].starts_with(option) &&
               words[i][option.size()] == '=') {
      value = words[i].substr(option.size() + 1);
    }
  }
  return value;
}

std::string FirstOf(const std::string& option, const SparkOptions& options,
                    const rt::Properties& defaults, const std::string& name) {
  if (!option.empty()) {
    return option;
  }
  if (const auto found = options.conf.find(name); found != options.conf.end()) {
    return found->second;
  }
  const auto found = defaults.find(name);
  return found == defaults.end() ? "" : found->second;
}

bool IsMemory(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = text.substr(digits);
  return digits > 0 && digits < 12 &&
         (unit.empty() || (unit.size() == 1 &&
                           std::string_view("kmgtKMGT").find(unit[0]) != std::string_view::npos));
}

}  // namespace

SparkMaster MasterOf(const SparkArgs& args, const SparkOptions& options) {
  SparkMaster result{Last(options.words, "--master"), Last(options.words, "--deploy-mode")};
  if (result.master.empty()) {
    result.master = args.master;
  }
  if (result.mode.empty()) {
    result.mode = args.mode.value_or("");
  }
  for (const char* mode : {"client", "cluster"}) {
    if (result.master == std::string("yarn-") + mode) {
      result.master = "yarn";
      result.mode = mode;
    }
  }
  return result;
}

std::vector<std::string> SparkWords(const SparkArgs& args, const SparkMaster& master,
                                    const SparkOptions& options, const SparkAdditions& additions) {
  std::vector<std::string> words = {"--master", master.master};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) {
      words.emplace_back(option);
      words.push_back(value);
    }
  };
  add("--deploy-mode", master.mode);
  add("--name", args.name);
  add("--class", args.main_class.value_or(""));
  for (const std::string& each : additions.conf) {
    if (!options.conf.contains(each.substr(0, each.find('='))) ||
        each.starts_with("spark.yarn.tags=")) {
      add("--conf", each);
    }
  }
  add("--properties-file", additions.properties_file);
  for (std::size_t i = 0; i < options.words.size(); ++i) {
    const std::string& word = options.words[i];
    if (word == "--master" || word == "--deploy-mode") {
      ++i;  // skips the option's value, which MasterOf() reads
    } else if (!word.starts_with("--master=") && !word.starts_with("--deploy-mode=")) {
      words.push_back(word);
    }
  }
  add("--jars", Joined(additions.jars, options.jars));
  add("--files", Joined(additions.files, options.files));
  add("--archives", Joined(additions.archives, options.archives));
  words.push_back(additions.jar);
  words.insert(words.end(), args.args.begin(), args.args.end());
  return words;
}

std::vector<std::string> OozieConf(const rt::Properties& configuration) {
  std::vector<std::string> conf;
  for (const auto& [name, value] : configuration) {
    if (name.starts_with(kOozie) && name.size() > kOozie.size() &&
        !name.starts_with("oozie.launcher") && !name.starts_with("oozie.spark")) {
      conf.push_back("spark." + name + "=" + value);
    }
  }
  return conf;
}

rt::Result<rt::Properties> ReadSparkProperties(std::string_view text, const std::string& what) {
  const auto parsed = rt::ReadJavaProperties(text, what);
  if (!parsed) {
    return rt::ActionError(parsed.error().message);
  }
  rt::Properties properties;
  rt::Apply(*parsed, &properties);
  return properties;
}

rt::Result<rt::Properties> SiteDefaults(const rt::ActionContext& ctx,
                                        const std::string& job_tracker) {
  std::string directory;
  for (const std::string& entry :
       rt::SplitList(ctx.site().Text(rt::Setting::kSparkConfigurations))) {
    const std::size_t equals = entry.find('=');
    const std::string name = entry.substr(0, equals);
    const bool own = name == job_tracker;
    if (equals != std::string::npos && (own || (name == "*" && directory.empty())) &&
        entry.size() > equals + 1 && entry[equals + 1] == '/') {
      directory = entry.substr(equals + 1);
      if (own) {
        break;
      }
    }
  }
  const std::string path = directory + "/spark-defaults.conf";
  if (directory.empty() || !FileExists(path)) {
    return rt::Properties();
  }
  const auto text = ReadWholeFile(path);
  if (!text) {
    return rt::ActionError(text.error().message);
  }
  return ReadSparkProperties(*text, path);
}

std::string DriverClassPath(const SparkOptions& options, const rt::Properties& properties) {
  return FirstOf(options.driver_class_path, options, properties, "spark.driver.extraClassPath");
}

rt::Result<std::vector<std::string>> DriverOptions(const SparkOptions& options,
                                                   const rt::Properties& defaults) {
  std::string memory = FirstOf(options.driver_memory, options, defaults, "spark.driver.memory");
  if (memory.empty()) {
    memory = kMemory;
  }
  if (!IsMemory(memory)) {
    return rt::ActionError("the memory of Spark's driver is " + memory +
                           "; expected a size such as 512m or 2g");
  }
  const std::string text =
      FirstOf(options.driver_java_options, options, defaults, "spark.driver.extraJavaOptions");
  auto java = SplitOptions(text);
  if (!java) {
    return rt::ActionError("a quote is not closed in the options of Spark's driver: " + text);
  }
  java->insert(java->begin(), "-Xmx" + memory);
  return java;
}

}  // namespace hpdl::stdlib
