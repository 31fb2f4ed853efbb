#include "compiler/application/tree.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "compiler/application/application.h"
#include "compiler/application/find_definitions.h"
#include "compiler/application/remote.h"

namespace hpdl::application {
namespace {

std::string_view NameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // without a '/' the offset is 0: npos + 1 is 0
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

/// The base of the listers for local and remote trees. It limits the number of entries.
class TreeLister {
 public:
  TreeLister(std::span<const std::string_view> roots, Tree* tree) : roots_(roots), tree_(tree) {}

 protected:
  /// Counts an entry. Returns false if the tree has more entries than the limit.
  bool TakesEntry(const std::string& path) {
    ++entries_;
    if (entries_ == kMostTreeEntries + 1) {
      tree_->unread.push_back(path + ": the tree has more than " +
                              std::to_string(kMostTreeEntries) +
                              " files and folders; this path and all later paths are left out");
    }
    return entries_ <= kMostTreeEntries;
  }

  const std::span<const std::string_view> roots_;
  Tree* const tree_;

 private:
  std::size_t entries_ = 0;
};

class LocalLister : TreeLister {
 public:
  using TreeLister::TreeLister;

  void List(const std::string& root) {
    struct stat status{};
    if (::stat(root.c_str(), &status) != 0) {
      tree_->unread.push_back(root + ": " + std::strerror(errno));
      return;
    }
    if (!S_ISDIR(status.st_mode)) {
      File(root, status.st_mode);
      return;
    }
    folders_.push_back(root);
    while (!folders_.empty()) {
      const std::string folder = std::move(folders_.back());
      folders_.pop_back();
      Folder(folder);
    }
  }

 private:
  void Folder(const std::string& folder) {
    DIR* directory = ::opendir(folder.c_str());
    if (directory == nullptr) {
      tree_->unread.push_back(folder + ": " + std::strerror(errno));
      return;
    }
    std::vector<std::string> names;
    while (const dirent* found = ::readdir(directory)) {
      if (found->d_name[0] != '.') {
        names.emplace_back(found->d_name);
      }
    }
    ::closedir(directory);
    std::sort(names.begin(), names.end());
    std::vector<std::string> below;
    for (const std::string& name : names) {
      const std::string path = folder == "."   ? name
                               : folder == "/" ? "/" + name
                                               : folder + "/" + name;
      if (!TakesEntry(path)) {
        folders_.clear();
        return;
      }
      Entry(path, &below);
    }
    folders_.insert(folders_.end(), below.rbegin(), below.rend());
  }

  void Entry(const std::string& path, std::vector<std::string>* below) {
    struct stat status{};
    if (::lstat(path.c_str(), &status) != 0) {
      tree_->unread.push_back(path + ": " + std::strerror(errno));
      return;
    }
    const bool link = S_ISLNK(status.st_mode);
    if (link && ::stat(path.c_str(), &status) != 0) {
      tree_->passed_over.push_back(path + ": a link whose target does not exist");
    } else if (!S_ISDIR(status.st_mode)) {
      File(path, status.st_mode);
    } else if (link) {
      tree_->passed_over.push_back(path + ": a link to a folder, which is not followed");
    } else {
      below->push_back(path);
    }
  }

  void File(const std::string& path, mode_t mode) {
    if (!S_ISREG(mode)) {
      tree_->passed_over.push_back(path + ": neither a file nor a folder");
    } else if (NameOf(path) == kDefinitionName) {
      const std::size_t slash = path.rfind('/');
      tree_->definitions.push_back(
          {slash == std::string::npos ? "." : path.substr(0, slash), path});
    } else if (path.ends_with(".xml") && MayBeDefinition(path, roots_)) {
      tree_->definitions.push_back({path, path});
    } else {
      tree_->files.push_back(path);
    }
  }

  std::vector<std::string> folders_;  ///< the folders still to be listed; the last folder is next
};

class RemoteLister : TreeLister {
 public:
  using TreeLister::TreeLister;

  void List(const std::string& root) {
    if (const Result<void> open = place_.Open(root); !open) {
      tree_->unread.push_back(open.error().message);
      return;
    }
    // `at_` is the part of the URI before the path: the scheme and the name node.
    at_ = root.substr(0, std::min(root.find('/', root.find("://") + 3), root.size()));
    if (root.find("://") == std::string::npos) {
      at_ = root.substr(0, root.find(':') + 1);
    }
    paths_.push_back(WithoutSlash(place_.path()));
    const std::string first = paths_.back();
    while (!paths_.empty()) {
      const std::string path = std::move(paths_.back());
      paths_.pop_back();
      if (!TakesEntry(at_ + path)) {
        return;
      }
      Entry(path, path == first);
    }
  }

 private:
  void Entry(const std::string& path, bool first) {
    const Result<rt::FileStatus> status = place_.Status(path);
    if (!status) {
      tree_->unread.push_back(at_ + path + ": " + status.error().message);
    } else if (status->type == rt::FileType::kDirectory) {
      Folder(path);
    } else if (status->type == rt::FileType::kFile) {
      File(path, status->size);
    } else if (first) {
      tree_->unread.push_back(at_ + path + ": no such file or directory");
    }
  }

  void Folder(const std::string& path) {
    const Result<std::vector<std::string>> below = place_.List(path);
    if (!below) {
      tree_->unread.push_back(at_ + path + ": " + below.error().message);
      return;
    }
    for (auto each = below->rbegin(); each != below->rend(); ++each) {
      if (!NameOf(*each).starts_with('.')) {
        paths_.push_back(*each);
      }
    }
  }

  void File(const std::string& path, std::int64_t size) {
    const std::string full = at_ + path;
    const std::string_view name = NameOf(path);
    const bool large = size > kMostRemoteBytes;
    const bool xml = name.ends_with(".xml");
    if (IsDefinitionName(name) || (xml && !large && MayBeDefinitionThere(path))) {
      tree_->definitions.push_back({full, full});
      return;
    }
    tree_->files.push_back(full);
    if (large) {
      tree_->large.insert(full);
    }
    if (large && xml) {
      tree_->passed_over.push_back(full + ": XML larger than 8 MiB in HDFS");
    }
  }

  bool MayBeDefinitionThere(const std::string& path) {
    const Result<std::string> bytes = place_.Read(path);
    return !bytes || BeginsDefinition(std::string_view(*bytes).substr(0, kSniffedBytes), roots_);
  }

  RemotePlace place_;
  std::string at_;
  std::vector<std::string> paths_;  ///< the paths still to be examined; the last path is next
};

}  // namespace

void ListTree(const std::string& path, std::span<const std::string_view> roots, Tree* tree) {
  if (IsRemote(path)) {
    RemoteLister(roots, tree).List(path);
  } else {
    LocalLister(roots, tree).List(WithoutSlash(path));
  }
}

}  // namespace hpdl::application
