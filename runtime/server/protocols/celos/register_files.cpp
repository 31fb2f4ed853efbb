#include "runtime/server/protocols/celos/register_files.h"

#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/slot_file.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kRegisters = "register";

}  // namespace

Result<void> CheckRegisterName(std::string_view name) {
  if (name.find_first_of("/.") != std::string_view::npos) {
    return JavaException(
        kIllegalArgument,
        "Bucket IDs and register keys must not contain the / character:" + std::string(name));
  }
  return {};
}

Result<std::optional<std::string>> RegisterFiles::Get(const std::string& bucket,
                                                      const std::string& key) {
  const Result<std::optional<std::string>> text = files_.Read({kRegisters, bucket, key});
  HPDL_TRY(text);
  if (!*text) {
    return std::optional<std::string>();
  }
  const Result<JsonValue> value = ReadJsonObject(**text);
  HPDL_TRY(value);
  return std::optional(value->Compact());
}

Result<std::map<std::string, std::string>> RegisterFiles::All(const std::string& bucket) {
  std::map<std::string, std::string> all;
  const DirectoryFiles::Parts parts = {kRegisters, bucket};
  const Result<Descriptor> folder = files_.Folder(parts);
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return all;
  }
  const Result<std::vector<std::string>> keys = DirectoryFiles::NamesOf(*folder);
  HPDL_TRY(keys);
  for (const std::string& key : *keys) {
    const Result<std::optional<std::string>> text = files_.ReadOf(*folder, key, parts);
    HPDL_TRY(text);
    if (*text) {  // the file was not removed meanwhile
      const Result<JsonValue> value = ReadJsonObject(**text);
      HPDL_TRY(value);
      all.emplace(key, value->Compact());
    }
  }
  return all;
}

Result<void> RegisterFiles::Put(const std::string& bucket, const std::string& key,
                                std::string_view json) {
  return files_.Write({kRegisters, bucket, key}, json);
}

Result<void> RegisterFiles::Remove(const std::string& bucket, const std::string& key) {
  return files_.Remove({kRegisters, bucket, key});
}

Result<std::vector<std::string>> RegisterFiles::Keys(const std::string& bucket,
                                                     std::string_view prefix) {
  Result<std::optional<std::vector<std::string>>> names = files_.Names({kRegisters, bucket});
  HPDL_TRY(names);
  if (!*names) {
    return JavaException(kNullPointer, "Cannot read the array length because \"<local3>\" is null");
  }
  std::erase_if(**names, [&](const std::string& name) { return !name.starts_with(prefix); });
  return std::move(**names);
}

}  // namespace hpdl::rt::celos
