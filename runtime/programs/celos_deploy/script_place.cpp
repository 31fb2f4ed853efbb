#include "runtime/programs/celos_deploy/script_place.h"

#include <utility>
#include <vector>

#include "runtime/ground/base/random.h"
#include "runtime/programs/celos_deploy/deploy_folder.h"

namespace hpdl::rt::celos {

ScriptPlace::ScriptPlace(SmallFiles& files, FileUri folder, const std::string& name)
    : files_(files), folder_(std::move(folder)), at_(folder_), prefix_("." + name + ".js.hpdl-") {
  at_.path = folder_.Below(name + ".js");
}

Result<void> ScriptPlace::Prepare() {
  const Result<SmallFiles::Type> folder = files_.TypeOf(folder_.path);
  HPDL_TRY(folder);
  has_folder_ = *folder == SmallFiles::Type::kFolder;
  if (!has_folder_ && *folder != SmallFiles::Type::kAbsent) {
    return Error{ErrorClass::kError, "", folder_.Text() + ": not a folder"};
  }
  if (!has_folder_) {
    return {};
  }
  const Result<std::vector<std::string>> names = files_.Names(folder_.path);
  HPDL_TRY(names);
  for (const std::string& name : *names) {
    if (name.starts_with(prefix_)) {
      HPDL_TRY(files_.Remove(folder_.Below(name)));
    }
  }
  const Result<SmallFiles::Type> type = files_.TypeOf(at_.path);
  HPDL_TRY(type);
  if (*type == SmallFiles::Type::kAbsent) {
    return {};
  }
  if (*type != SmallFiles::Type::kFile) {
    return Error{ErrorClass::kError, "", at_.Text() + ": not a regular file"};
  }
  Result<std::string> old = files_.Read(at_.path, kLongestScript);
  HPDL_TRY(old);
  old_ = std::move(*old);
  return {};
}

Result<void> ScriptPlace::WriteBeside(const std::string& script) {
  if (!has_folder_) {
    HPDL_TRY(files_.MakeFolders(folder_.path));
    has_folder_ = true;
  }
  const Result<std::string> random = RandomHex();
  HPDL_TRY(random);
  beside_ = folder_.Below(prefix_ + random->substr(0, 16));
  return files_.WriteNew(beside_, script);
}

Result<void> ScriptPlace::Write(const std::optional<std::string>& script) {
  return script ? WriteBeside(*script) : Result<void>();
}

Result<void> ScriptPlace::Commit() {
  if (beside_.empty()) {
    return has_folder_ ? files_.Remove(at_.path) : Result<void>();
  }
  HPDL_TRY(files_.Replace(beside_, at_.path));
  beside_.clear();
  return {};
}

Result<void> ScriptPlace::Undo() {
  if (!old_) {
    return has_folder_ ? files_.Remove(at_.path) : Result<void>();
  }
  HPDL_TRY(Clean());
  HPDL_TRY(WriteBeside(*old_));
  return Commit();
}

Result<void> ScriptPlace::Clean() {
  if (!beside_.empty()) {
    HPDL_TRY(files_.Remove(beside_));
    beside_.clear();
  }
  return {};
}

}  // namespace hpdl::rt::celos
