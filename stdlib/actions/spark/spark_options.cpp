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

/// Takes the words one after the other.
class Reader {
 public:
  explicit Reader(std::vector<std::string> words) : words_(std::move(words)) {}

  rt::Result<SparkOptions> Read() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      HPDL_TRY(Take());
    }
    return std::move(options_);
  }

 private:
  rt::Result<void> Take() {
    const std::size_t equals = words_[at_].find('=');
    const std::string name =
        words_[at_].starts_with("--") ? words_[at_].substr(0, equals) : words_[at_];
    const bool joined = equals != std::string::npos && name.size() == equals;
    std::string* const list = ListOf(name);
    std::string* const told = Told(name);
    const bool conf = name == "--conf" || name == "-c";
    if (list == nullptr && told == nullptr && !conf) {
      options_.words.push_back(std::move(words_[at_]));
      return {};
    }
    if (!joined && at_ + 1 == words_.size()) {
      return rt::ActionError("spark-opts: " + name + " has no value");
    }
    const std::string value = joined ? words_[at_].substr(equals + 1) : words_[++at_];
    if (list != nullptr) {
      Append(value, list);
      return {};
    }
    if (conf && KeepConf(value)) {
      return {};
    }
    if (told != nullptr) {
      *told = value;
    }
    if (name != "--properties-file") {
      options_.words.push_back(name);
      options_.words.push_back(value);
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

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  SparkOptions options_;
};

}  // namespace

rt::Result<std::vector<std::string>> SplitSparkOptions(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  const auto end_word = [&] {
    if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  };
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && kBlanks.find(c) != std::string_view::npos) {
      end_word();
    } else {
      word += c;
    }
  }
  if (quoted) {
    return rt::ActionError("spark-opts: a quote is not closed in: " + std::string(text));
  }
  end_word();
  return words;
}

rt::Result<SparkOptions> ReadSparkOptions(std::string_view text) {
  auto words = SplitSparkOptions(text);
  HPDL_TRY(words);
  return Reader(std::move(*words)).Read();
}

}  // namespace hpdl::stdlib
