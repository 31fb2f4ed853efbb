#include "compiler/application/application.h"

#include <algorithm>

#include "compiler/application/read_file.h"
#include "compiler/application/write_file.h"

namespace hpdl::application {

bool IsLeftOut(std::string_view name) {
  return name == ".git" || name.starts_with(kUnfinishedPrefix);
}

void SortByPath(std::vector<hir::File>* files) {
  std::sort(files->begin(), files->end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
}

std::optional<std::string> Application::Take(const std::string& path, std::string* error) {
  const auto file = std::find_if(files.begin(), files.end(), [&](const hir::File& candidate) {
    return candidate.path == path;
  });
  if (file == files.end()) {
    return std::nullopt;
  }
  std::string bytes = std::move(file->data);
  if (!file->disk_path.empty() && !ReadFile(file->disk_path, &bytes, error)) {
    return std::nullopt;
  }
  files.erase(file);
  return bytes;
}

}  // namespace hpdl::application
