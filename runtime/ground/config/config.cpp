#include "runtime/ground/config/config.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace hpdl::rt {
namespace {

constexpr std::size_t kMaxFile = 64u << 20;

bool LooksLikeXml(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return true;  // Only XML can be UTF-16; Java properties never are
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n\f");
  return first != std::string_view::npos && text[first] == '<';
}

Result<ConfigProperties> ResultOf(ConfigReading reading, std::string_view file_name) {
  if (reading.problem) {
    return Error{ErrorClass::kError, "",
                 std::string(file_name) + ":" + std::to_string(reading.problem->line) + ": " +
                     reading.problem->text};
  }
  return std::move(reading.properties);
}

}  // namespace

ConfigReading ScanConfig(std::string_view bytes) {
  return LooksLikeXml(bytes) ? ScanHadoopXml(bytes) : ScanJavaProperties(bytes);
}

Result<ConfigProperties> ReadJavaProperties(std::string_view text, std::string_view file_name) {
  return ResultOf(ScanJavaProperties(text), file_name);
}

Result<ConfigProperties> ReadHadoopXml(std::string_view bytes, std::string_view file_name) {
  return ResultOf(ScanHadoopXml(bytes), file_name);
}

Result<ConfigProperties> ParseConfig(std::string_view bytes, std::string_view file_name) {
  return ResultOf(ScanConfig(bytes), file_name);
}

Result<ConfigProperties> ReadConfigFile(const std::string& path) {
  const auto fail = [&](const char* why) {
    return Error{ErrorClass::kError, "", path + ": " + why};
  };
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (file == nullptr) {
    return fail(std::strerror(errno));
  }
  std::string text;
  char buffer[16384];
  std::size_t read = 0;
  while ((read = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) {
    text.append(buffer, read);
    if (text.size() > kMaxFile) {
      return fail("the file is larger than 64 MiB");
    }
  }
  if (std::ferror(file.get()) != 0) {
    return fail(std::strerror(errno));
  }
  return ParseConfig(text, path);
}

void RemoveEmpty(Properties* properties) {
  std::erase_if(*properties, [](const auto& property) { return property.second.empty(); });
}

void Apply(const ConfigProperties& from, Properties* into,
           std::set<std::string, std::less<>>* finals) {
  for (const ConfigProperty& property : from) {
    if (finals != nullptr && finals->contains(property.name)) {
      continue;
    }
    (*into)[property.name] = property.value;
  }
  if (finals != nullptr) {
    for (const ConfigProperty& property : from) {
      if (property.final) {
        finals->insert(property.name);
      }
    }
  }
}

}  // namespace hpdl::rt
