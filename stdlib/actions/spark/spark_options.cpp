#include "stdlib/actions/spark/spark_options.h"

#include <cstddef>
#include <utility>

#include "runtime/ground/base/trim.h"

namespace hpdl::stdlib {

namespace {

constexpr char kTags[] = "spark.yarn.tags";

void Append(std::string_view text, std::string* list) {
  list->append(list->empty() || text.empty() ? "" : ",").append(text);
}

/// Reads the options one after the other.
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

  /// Records a property of --conf. Returns true if the property is not passed on to spark-submit.
  bool KeepConf(const std::string& value) {
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos) {
      return false;  // spark-submit reports that '=' is missing
    }
    const std::string name = value.substr(0, equals);
    options_.conf[name] = value.substr(equals + 1);
    return name == kTags;
  }

  SparkOptions options_;
};

}  // namespace

rt::Result<std::vector<SparkOption>> SplitSparkOptions(std::string_view text) {
  SparkOptionText found = TakeApartSparkOptions(text);
  if (found.begins_before) {
    return rt::ActionError("spark-opts do not begin with an option: " + std::string(Trimmed(text)));
  }
  return std::move(found.options);
}

rt::Result<SparkOptions> ReadSparkOptions(std::string_view text) {
  const auto options = SplitSparkOptions(text);
  HPDL_TRY(options);
  return Reader().Read(*options);
}

}  // namespace hpdl::stdlib
