#include "compiler/application/application.h"

#include <algorithm>
#include <iterator>

#include "runtime/ground/base/new_file.h"

namespace hpdl::application {

bool IsDefinitionName(std::string_view name) {
  return name == kDefinitionName || IsSubmittedName(name);
}

bool IsSubmittedName(std::string_view name) {
  return std::find(std::begin(kSubmittedNames), std::end(kSubmittedNames), name) !=
         std::end(kSubmittedNames);
}

bool IsLeftOut(std::string_view name) {
  return name == ".git" || name.starts_with(rt::kUnfinishedPrefix);
}

void SortByPath(std::vector<hir::File>* files) {
  std::sort(files->begin(), files->end(),
            [](const hir::File& a, const hir::File& b) { return a.path < b.path; });
}

}  // namespace hpdl::application
