#include "stdlib/cluster/job_resources.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/world/files/system_library.h"
#include "runtime/world/hadoop/name_node.h"
#include "runtime/world/site/site.h"
#include "stdlib/cluster/upload.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

rt::Error Missing(std::string message) {
  return {rt::ErrorClass::kError, "JA008", std::move(message)};
}

rt::Error ResourceFailure(const std::string& what, const rt::Error& error) {
  const bool unnamed = error.code.empty() || error.code == rt::kNotFound;
  return {error.error_class, unnamed ? "JA008" : error.code,
          what + ": " + (error.code == rt::kNotFound ? "no such file" : error.message)};
}

/// Returns a property of the action, or else of the job; "" if neither has it.
std::string PropertyOf(const rt::ActionContext& ctx, const rt::Properties& configuration,
                       const std::string& name) {
  for (const rt::Properties* each : {&configuration, &ctx.configuration()}) {
    if (const auto found = each->find(name); found != each->end()) {
      return found->second;
    }
  }
  return {};
}

rt::LocalResource ResourceOf(const rt::FileSystem& files, const std::string& path,
                             const rt::FileStatus& status) {
  rt::LocalResource resource;
  resource.name = path.substr(path.rfind('/') + 1);
  resource.uri = files.name() + PercentEncoded(path, kPathMarks);
  resource.size = status.size;
  resource.modified_ms = status.modified_ms;
  resource.shared = true;
  return resource;
}

void Append(std::string* list, const std::string& text) {
  *list += list->empty() ? text : "," + text;
}

}  // namespace

void ResourceSet::Add(rt::LocalResource resource) {
  if (!Has(resource.name)) {
    all_.push_back(std::move(resource));
  }
}

bool ResourceSet::Has(std::string_view name) const {
  return std::any_of(all_.begin(), all_.end(),
                     [&](const rt::LocalResource& each) { return each.name == name; });
}

rt::Task<rt::Result<void>> ResourceCollector::Entry(std::string element, std::string entry,
                                                    bool archive) {
  rt::Result<FileEntry> parsed = ParseFileEntry(element, entry);
  HPDL_CO_TRY(parsed);
  rt::LocalResource resource;
  if (const hpdl_file* file = BundledFile(ctx_, parsed->path)) {
    rt::Result<rt::LocalResource> uploaded = co_await UploadOnce(ctx_, files_, *file);
    HPDL_CO_TRY(uploaded);
    resource = std::move(*uploaded);
  } else {
    const rt::Result<rt::FileLocation> at = rt::Locate(parsed->path, base_);
    if (!at) {
      co_return ResourceFailure(element + " " + entry, at.error());
    }
    const bool relative = !parsed->path.starts_with('/') && rt::SchemeOf(parsed->path).empty();
    if (relative || at->files == &rt::LocalFiles()) {
      co_return Missing(element + " " + entry +
                        (relative ? " is not in the application"
                                  : " is on this machine, where the cluster does not find it"));
    }
    rt::Result<rt::LocalResource> found =
        co_await ResourceAt(*at->files, at->path, parsed->name, archive);
    if (!found) {
      co_return ResourceFailure(element, found.error());
    }
    resource = std::move(*found);
  }
  resource.name = parsed->name;
  resource.archive = archive;
  resource.shared = true;
  set_->Add(std::move(resource));
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> ResourceCollector::Entries(const std::vector<std::string>& files,
                                                      const std::vector<std::string>& archives) {
  rt::Result<void> done;
  for (std::size_t i = 0; done && i < files.size(); ++i) {
    done = co_await Entry("file", files[i], false);
  }
  for (std::size_t i = 0; done && i < archives.size(); ++i) {
    done = co_await Entry("archive", archives[i], true);
  }
  co_return done;
}

rt::Task<rt::Result<void>> ResourceCollector::ApplicationLibrary() {
  co_return co_await Packaged(OwnLibrary(ctx_));
}

rt::Task<rt::Result<void>> ResourceCollector::Packaged(std::vector<BundledLibrary> library) {
  for (const BundledLibrary& each : library) {
    rt::Result<rt::LocalResource> uploaded = co_await UploadOnce(ctx_, files_, *each.file);
    HPDL_CO_TRY(uploaded);
    set_->Add(std::move(*uploaded));
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> ResourceCollector::Library(std::string path) {
  const rt::Result<rt::FileLocation> at = rt::Locate(path, base_);
  if (!at) {
    co_return ResourceFailure("library path " + path, at.error());
  }
  if (at->files == &rt::LocalFiles()) {
    co_return Missing("library path " + path +
                      " is on this machine, where the cluster does not find it");
  }
  const rt::Result<std::vector<rt::DirectoryEntry>> entries = co_await at->files->Entries(at->path);
  if (!entries) {
    co_return ResourceFailure("library path " + path, entries.error());
  }
  for (const rt::DirectoryEntry& entry : *entries) {
    const bool hidden = entry.name.starts_with('.') || entry.name.starts_with('_');
    if (entry.status.type == rt::FileType::kFile && !hidden) {
      const std::string below = entry.name.empty() ? "" : "/" + entry.name;
      set_->Add(ResourceOf(*at->files, at->path + below, entry.status));
    }
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<rt::FileLocation>> ResourceCollector::SystemRoot() {
  const std::string root(ctx_.site().Text(rt::Setting::kSystemLibrary));
  rt::Result<rt::FileLocation> at = rt::Locate(root, base_);
  if (!at) {
    co_return ResourceFailure("system library " + root, at.error());
  }
  rt::Result<rt::FileLocation> newest = co_await rt::NewestLibraries(std::move(*at));
  if (!newest) {
    co_return ResourceFailure("system library " + root, newest.error());
  }
  co_return newest;
}

rt::Task<rt::Result<void>> ResourceCollector::SystemLibrary(std::vector<std::string> names) {
  const rt::Result<rt::FileLocation> root = co_await SystemRoot();
  HPDL_CO_TRY(root);
  for (const std::string& name : names) {
    HPDL_CO_TRY(co_await Library(root->files->name() + root->path + "/" + name));
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> ResourceCollector::Libraries(const rt::Properties& configuration,
                                                        std::string shared) {
  for (const std::string& path : rt::SplitList(PropertyOf(ctx_, configuration, "oozie.libpath"))) {
    HPDL_CO_TRY(co_await Library(path));
  }
  HPDL_CO_TRY(co_await Packaged(InheritedLibrary(ctx_)));
  for (const std::string& path : InheritedPaths(ctx_)) {
    HPDL_CO_TRY(co_await Entry("inherited library", path, false));
  }
  if (PropertyOf(ctx_, configuration, "oozie.use.system.libpath") != "true") {
    co_return rt::Result<void>();
  }
  const std::string named =
      PropertyOf(ctx_, configuration, "oozie.action.sharelib.for." + std::string(ctx_.kind()));
  std::vector<std::string> names = rt::SplitList(named.empty() ? shared : named);
  if (names.empty()) {
    co_return rt::Result<void>();
  }
  co_return co_await SystemLibrary(std::move(names));
}

rt::Task<rt::Result<void>> ResourceCollector::ForJava(const std::vector<std::string>& files,
                                                      const std::vector<std::string>& archives,
                                                      const rt::Properties& configuration,
                                                      std::string shared) {
  rt::Result<void> done = co_await ApplicationLibrary();
  if (done) {
    done = co_await Entries(files, archives);
  }
  if (done) {
    done = co_await Libraries(configuration, std::move(shared));
  }
  co_return done;
}

rt::Properties CacheProperties(const std::vector<rt::LocalResource>& resources) {
  rt::Properties properties;
  for (const rt::LocalResource& each : resources) {
    const std::string name =
        each.archive ? "mapreduce.job.cache.archives" : "mapreduce.job.cache.files";
    Append(&properties[name], each.uri + "#" + PercentEncoded(each.name));
    Append(&properties[name + ".timestamps"], std::to_string(each.modified_ms));
    Append(&properties[name + ".filesizes"], std::to_string(each.size));
    Append(&properties[name + ".visibilities"], "false");
  }
  return properties;
}

void ShareWithJobs(const std::vector<rt::LocalResource>& resources, rt::Properties* configuration) {
  std::vector<rt::LocalResource> shared;
  for (const rt::LocalResource& each : resources) {
    if (!each.name.ends_with(".jar")) {
      shared.push_back(each);
    }
  }
  const rt::Properties told = CacheProperties(shared);
  for (const char* name : {"mapreduce.job.cache.files", "mapreduce.job.cache.archives"}) {
    if (const auto found = told.find(name); found != told.end()) {
      Append(&(*configuration)[name], found->second);
    }
  }
}

}  // namespace hpdl::stdlib
