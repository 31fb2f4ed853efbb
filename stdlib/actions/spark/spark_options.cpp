#include "stdlib/actions/spark/spark_options.h"

#include <cstddef>
#include <utility>

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r\x1c\x1d\x1e\x1f";
constexpr char kTags[] = "spark.yarn.tags";

void Append(std::string_view text, std::string* list) {
  list->append(list->empty() || text.empty() ? "" : ",").append(text);
}

bool IsBlank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) {
    return {};
  }
  return text.substr(start, text.find_last_not_of(kBlanks) + 1 - start);
}

/// Whether an option begins there: `--NAME`; of one letter only at the start, else it may be of a
/// value.
bool BeginsOption(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (at == 0 && rest.size() > 1 && rest.front() == '-' && rest[1] >= 'a' && rest[1] <= 'z') {
    return true;
  }
  return rest.size() > 2 && rest.starts_with("--") && rest[2] != '"' && rest[2] != '=' &&
         !IsBlank(rest[2]) && (at == 0 || IsBlank(text[at - 1]));
}

/// What stands between a pair of quotes that is around all of it; else the text.
std::string_view Unquoted(std::string_view text) {
  const bool around = text.size() > 1 && text.front() == '"' && text.back() == '"';
  const std::string_view within = around ? text.substr(1, text.size() - 2) : text;
  return within.find('"') == std::string_view::npos ? within : text;
}

/// A value, or what stands behind its `NAME=`, without the quotes around it.
std::string ValueOf(std::string_view text) {
  const std::string_view value = Unquoted(Trimmed(text));
  const std::size_t equals = value.find('=');
  if (equals == std::string_view::npos || value.front() == '-' || value.find('"') <= equals) {
    return std::string(value);
  }
  return std::string(value.substr(0, equals + 1)).append(Unquoted(value.substr(equals + 1)));
}

/// One option with all that stands before the next one.
SparkOption OptionOf(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != '=' && !IsBlank(text[end])) {
    ++end;
  }
  SparkOption option{std::string(text.substr(0, end)), {}};
  const std::string_view rest = text.substr(end);
  if (rest.starts_with('=')) {
    option.value = ValueOf(rest.substr(1));
  } else if (!Trimmed(rest).empty()) {
    option.value = ValueOf(rest);
  }
  return option;
}

/// Takes the options one after the other.
class Reader {
 public:
  rt::Result<SparkOptions> Read(const std::vector<SparkOption>& options) {
    for (const SparkOption& option : options) {
      HPDL_TRY(Take(option));
    }
    return std::move(options_);
  }

 private:
  rt::Result<void> Take(const SparkOption& option) {
    const std::string& name = option.name;
    std::string* const list = ListOf(name);
    std::string* const told = Told(name);
    const bool conf = name == "--conf" || name == "-c";
    const bool place = name == "--master" || name == "--deploy-mode";
    if (!option.value && (place || list != nullptr || told != nullptr || conf)) {
      return rt::ActionError("spark-opts: " + name + " has no value");
    }
    if (list != nullptr) {
      Append(*option.value, list);
      return {};
    }
    if (conf && KeepConf(*option.value)) {
      return {};
    }
    if (told != nullptr) {
      *told = *option.value;
    }
    if (name != "--properties-file") {
      options_.words.push_back(name);
      if (option.value) {
        options_.words.push_back(*option.value);
      }
    }
    return {};
  }

  std::string* ListOf(std::string_view name) {
    return name == "--jars"       ? &options_.jars
           : name == "--files"    ? &options_.files
           : name == "--archives" ? &options_.archives
                                  : nullptr;
  }

  std::string* Told(std::string_view name) {
    return name == "--properties-file"       ? &options_.properties_file
           : name == "--driver-memory"       ? &options_.driver_memory
           : name == "--driver-class-path"   ? &options_.driver_class_path
           : name == "--driver-java-options" ? &options_.driver_java_options
                                             : nullptr;
  }

  /// Whether it is not handed on.
  bool KeepConf(const std::string& value) {
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos) {
      return false;  // spark-submit says so itself
    }
    const std::string name = value.substr(0, equals);
    options_.conf[name] = value.substr(equals + 1);
    return name == kTags;
  }

  SparkOptions options_;
};

}  // namespace

rt::Result<std::vector<SparkOption>> SplitSparkOptions(std::string_view text) {
  text = Trimmed(text);
  std::vector<std::size_t> starts;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && BeginsOption(text, at)) {
      starts.push_back(at);
    }
  }
  if (quoted) {
    return rt::ActionError("spark-opts: a quote is not closed in: " + std::string(text));
  }
  if (!text.empty() && (starts.empty() || starts.front() != 0)) {
    return rt::ActionError("spark-opts do not begin with an option: " + std::string(text));
  }
  std::vector<SparkOption> options;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : text.size();
    options.push_back(OptionOf(text.substr(starts[i], end - starts[i])));
  }
  return options;
}

rt::Result<SparkOptions> ReadSparkOptions(std::string_view text) {
  const auto options = SplitSparkOptions(text);
  HPDL_TRY(options);
  return Reader().Read(*options);
}

}  // namespace hpdl::stdlib
