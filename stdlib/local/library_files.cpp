#include "stdlib/local/library_files.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "runtime/engines/workflow/inheritance.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kLibrary = "lib/";

std::vector<BundledLibrary> LibraryIn(std::span<const hpdl_file> files) {
  std::vector<BundledLibrary> found;
  for (const hpdl_file& file : files) {
    const std::string_view path(file.path.data, file.path.size);
    if (path.starts_with(kLibrary) && path.find('/', kLibrary.size()) == std::string_view::npos) {
      found.push_back({std::string(path.substr(kLibrary.size())), &file});
    }
  }
  // The order becomes the order of class paths, so it must not depend on the build of the program.
  std::sort(found.begin(), found.end(),
            [](const BundledLibrary& a, const BundledLibrary& b) { return a.name < b.name; });
  return found;
}

/// True for an absolute path, with or without a scheme.
bool IsAbsolute(std::string_view path) {
  return path.starts_with('/') || path.find(":/") != std::string_view::npos;
}

bool HasName(const std::vector<BundledLibrary>& files, std::string_view name) {
  return std::any_of(files.begin(), files.end(),
                     [&](const BundledLibrary& each) { return each.name == name; });
}

std::string_view LastName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Returns the directory of an application's lib/. The path may name a definition instead of a
/// directory.
std::string LibraryPathOf(std::string_view application) {
  while (application.ends_with('/')) {
    application.remove_suffix(1);
  }
  if (application.ends_with(".xml")) {
    application = application.substr(0, application.rfind('/'));
  }
  return std::string(application) + "/" + std::string(kLibrary);
}

}  // namespace

std::vector<BundledLibrary> OwnLibrary(const rt::ActionContext& ctx) {
  return LibraryIn(ctx.Files());
}

std::vector<BundledLibrary> InheritedLibrary(const rt::ActionContext& ctx) {
  std::vector<BundledLibrary> inherited;
  const std::vector<rt::PackagedApplication> parents = ctx.InheritedApplications();
  if (parents.empty()) {
    return inherited;
  }
  const std::vector<BundledLibrary> own = OwnLibrary(ctx);
  for (const rt::PackagedApplication& parent : parents) {
    for (BundledLibrary& file : LibraryIn(parent.files)) {
      if (!HasName(own, file.name) && !HasName(inherited, file.name)) {
        inherited.push_back(std::move(file));
      }
    }
  }
  return inherited;
}

const hpdl_file* PackagedLibraryFile(const rt::ActionContext& ctx, std::string_view name) {
  if (const hpdl_file* own = ctx.File(std::string(kLibrary).append(name))) {
    return own;
  }
  for (const BundledLibrary& each : InheritedLibrary(ctx)) {
    if (each.name == name) {
      return each.file;
    }
  }
  return nullptr;
}

std::vector<std::string> InheritedPaths(const rt::ActionContext& ctx) {
  std::vector<std::string> paths;
  const auto listed = ctx.configuration().find(rt::kInheritedLibraryProperty);
  if (listed == ctx.configuration().end() ||
      !rt::InheritsLibrary(ctx.site(), ctx.configuration())) {
    return paths;
  }
  const std::vector<BundledLibrary> own = OwnLibrary(ctx);
  const std::vector<BundledLibrary> inherited = InheritedLibrary(ctx);
  for (std::string& path : rt::SplitList(listed->second)) {
    if (IsAbsolute(path) && !HasName(own, LastName(path)) && !HasName(inherited, LastName(path))) {
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

std::string LibraryForChildren(const rt::ActionContext& ctx) {
  std::vector<rt::PackagedApplication> applications = ctx.InheritedApplications();
  applications.insert(applications.begin(), {ctx.job().app_path, ctx.Files()});
  std::string list;
  const auto add = [&](const std::string& path) {
    if (path.find_first_of(",#") == std::string::npos) {
      list.append(list.empty() ? "" : ",").append(path);
    }
  };
  std::vector<BundledLibrary> added;
  for (const rt::PackagedApplication& application : applications) {
    const bool is_found =
        IsAbsolute(application.path) && (ctx.local() || !application.path.starts_with("file:"));
    for (BundledLibrary& file : LibraryIn(application.files)) {
      if (is_found && !HasName(added, file.name)) {
        add(LibraryPathOf(application.path) + file.name);
        added.push_back(std::move(file));
      }
    }
  }
  for (const std::string& path : InheritedPaths(ctx)) {
    add(path);
  }
  return list;
}

}  // namespace hpdl::stdlib
