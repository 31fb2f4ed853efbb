#include "runtime/programs/client/job_configuration.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kMostConfiguration = 64 << 20;

/// Trims a text as String.trim() of Java does: all control characters are blanks.
std::string_view JavaTrimmed(std::string_view text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (const char c : JavaTrimmed(text)) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&' || c == '<' || c == '>') {
      escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
    } else if (code < ' ' && c != '\n' && c != '\t') {
      escaped += "&#" + std::to_string(code) + ";";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

bool Exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

Result<rt::ConfigReading> ReadConfigurationFile(const std::string& path) {
  const bool xml = path.ends_with(".xml");
  if (!xml && !path.ends_with(".properties")) {
    return ThrownFailure("lang.IllegalArgumentException",
                         "configuration must be a '.properties' or a '.xml' file");
  }
  const std::optional<std::string> text = ReadSmallFile(path, kMostConfiguration);
  if (!text) {
    return ThrownFailure("io.FileNotFoundException", path + " (" + std::strerror(errno) + ")");
  }
  return xml ? rt::ScanHadoopXml(*text) : rt::ScanJavaProperties(*text);
}

/// Returns the error for a problem of a file. For kRoot and kElement, the message is the same as
/// the Java client's.
Error ProblemFailure(const std::string& file, const rt::ConfigProblem& problem) {
  if (problem.kind == rt::ConfigProblem::Kind::kRoot) {
    return ThrownFailure("lang.RuntimeException",
                         "bad conf file: top-level element not <configuration>");
  }
  if (problem.kind == rt::ConfigProblem::Kind::kElement) {
    return ThrownFailure("lang.RuntimeException", "bad conf file: element not <property>");
  }
  return ThrownFailure("io.IOException",
                       file + ":" + std::to_string(problem.line) + ": " + problem.text);
}

}  // namespace

void JobConfiguration::Set(const std::string& name, const std::string& value) {
  const auto [place, is_new] = places_.emplace(name, properties_.size());
  if (is_new) {
    properties_.emplace_back(name, value);
  } else {
    properties_[place->second].second = value;
  }
}

const std::string* JobConfiguration::Find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &properties_[found->second].second;
}

std::vector<std::string> JobConfiguration::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : properties_) {
    names.push_back(name);
  }
  return rt::JavaHashOrder(std::move(names));
}

std::string JobConfiguration::Xml() const {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration>\n";
  for (const std::string& name : Names()) {
    xml += "<property><name>" + XmlText(name) + "</name><value>" + XmlText(*Find(name)) +
           "</value></property>\n";
  }
  return xml + "</configuration>";
}

std::vector<std::string> JobConfiguration::Lines() const {
  std::vector<std::string> lines;
  for (const std::string& name : Names()) {
    lines.push_back(name + "=" + *Find(name));
  }
  return lines;
}

bool HasConfiguration(const ParsedArguments& arguments) {
  const std::optional<std::string> file = arguments.Value("config");
  return arguments.Has("D") || (file && Exists(*file));
}

Result<JobConfiguration> ReadConfiguration(const ParsedArguments& arguments,
                                           const std::string& user) {
  if (!HasConfiguration(arguments)) {
    return ThrownFailure("io.IOException", "configuration is not specified");
  }
  JobConfiguration configuration;
  configuration.Set("user.name", user);
  if (const std::optional<std::string> file = arguments.Value("config")) {
    if (!Exists(*file)) {
      return ThrownFailure("io.IOException", "configuration file [" + *file + "] not found");
    }
    const Result<rt::ConfigReading> reading = ReadConfigurationFile(*file);
    HPDL_TRY(reading);
    if (const std::optional<rt::ConfigProblem>& problem = reading->problem) {
      return ProblemFailure(*file, *problem);
    }
    for (const rt::ConfigProperty& property : reading->properties) {
      // In a .xml file, a property with an empty <value/> is ignored.
      if (!property.value.empty() || !file->ends_with(".xml")) {
        configuration.Set(property.name, property.value);
      }
    }
  }
  for (const auto& [name, value] : arguments.Pairs("D")) {
    configuration.Set(name, value);
  }
  return configuration;
}

}  // namespace hpdl::client
