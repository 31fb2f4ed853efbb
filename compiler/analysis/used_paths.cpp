#include "compiler/analysis/used_paths.h"

#include <algorithm>
#include <set>

#include "compiler/analysis/arguments.h"
#include "compiler/analysis/path_text.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;

class Finder {
 public:
  /// Without -D or --config the values of the run are not known. The keys of the paths then contain
  /// no values from `given`.
  Finder(const Subject& subject, const GivenValues& given)
      : subject_(subject),
        texts_(subject.hir(), subject.properties == nullptr ? nullptr : &given) {}

  std::vector<UsedPath> Run() {
    for (const std::uint32_t n : subject_.graph().order) {
      if (subject_.graph().node(n).type == ast::NodeType::kAction) {
        FindInAction(n);
      }
    }
    // If all actions together name only one file system, the actions that name no file system use
    // this file system.
    const std::string only = file_systems_.size() == 1 ? *file_systems_.begin() : std::string();
    std::erase_if(paths_, [&](UsedPath& path) {
      const auto own = own_file_system_.find(path.node);
      return !Normalize(&path, own == own_file_system_.end() ? only : own->second);
    });
    return std::move(paths_);
  }

 private:
  /// The element that contains the current argument: `of_element` is its declared use of paths
  /// (stdlib::PathUse), and `prepare` is true if the element is in <prepare>.
  struct Context {
    PathUse of_element = PathUse::kNone;
    bool prepare = false;
  };

  void FindInAction(std::uint32_t n) {
    const ast::Node& node = subject_.graph().node(n);
    node_ = n;
    args_ = subject_.Lowered(n).args;
    sources_ = subject_.checked.argument_sources[subject_.checked.nodes[n].index];
    copied_.clear();
    FindAmong(0, static_cast<std::uint32_t>(args_.size()), BodyOf(node), {});
    AddCopied();
  }

  /// Recursion is as deep as the declarations, whose depth is bounded.
  void FindAmong(std::uint32_t begin, std::uint32_t end, const stdlib::StructDecl& decl,
                 Context context) {
    for (std::uint32_t i = begin; i < end; i = args_[i].end) {
      const Declared declared = DeclarationOf(*sources_[i].written, decl, args_[i].field);
      if (declared.attribute != nullptr) {
        const PathUse use = declared.attribute->path;
        Add(i, use == PathUse::kElement ? context.of_element : use, false, context.prepare);
        continue;
      }
      const stdlib::ElementDecl& element = *declared.element;
      if (element.type == &stdlib::kConfigurationDecl) {
        FindInConfiguration(i);
      } else if (element.type != nullptr) {
        FindAmong(i + 1, args_[i].end, *element.type,
                  {element.path, context.prepare || element.type->prepares});
      } else {
        valued_options_ =
            element.path == PathUse::kCopies ? element.valued_options : valued_options_;
        Add(i, element.path, element.path == PathUse::kWrites, context.prepare);
      }
    }
  }

  void FindInConfiguration(std::uint32_t configuration) {
    for (std::uint32_t i = configuration + 1; i < args_[configuration].end; i = args_[i].end) {
      const PropertyTexts property = PropertyOf(*sources_[i].written);
      for (const stdlib::PathProperty& known : subject_.graph().node(node_).kind->decl->paths) {
        if (property.name == nullptr || known.name != property.name->text.value) {
          continue;
        }
        for (std::uint32_t part = i + 1; part < args_[i].end; ++part) {
          if (const auto& text = sources_[part].written->text; text && &*text == property.value) {
            Add(part, known.use, true, false);
          }
        }
      }
    }
  }

  void Add(std::uint32_t i, PathUse use, bool whole, bool prepare) {
    const std::optional<ast::Template>& written = sources_[i].written->text;
    const bool elsewhere =
        use == PathUse::kNone || use == PathUse::kOutputFormat || use == PathUse::kPackaged;
    if (elsewhere || !written) {
      return;
    }
    UsedPath path{.node = node_,
                  .use = use,
                  .whole = whole,
                  .prepare = prepare,
                  .key = texts_.Text(args_[i].value),
                  .text = written->text.value,
                  .range = written->text.range};
    if (use == PathUse::kFileSystem) {
      if (std::string system = NormalFileSystem(path.key); !system.empty()) {
        own_file_system_[node_] = system;
        file_systems_.insert(std::move(system));
      }
    } else if (use == PathUse::kCopies) {
      copied_.push_back(std::move(path));
    } else if (whole && use == PathUse::kReads) {
      AddList(path);
    } else {
      paths_.push_back(std::move(path));
    }
  }

  /// Adds the paths of a value that is a list. UsedPath::text of each path is its own part of the
  /// list as written.
  void AddList(const UsedPath& list) {
    const std::vector<std::string_view> parts = SplitList(list.key);
    const std::vector<std::string_view> written = SplitList(list.text);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      UsedPath path{.node = list.node, .use = list.use, .whole = true, .range = list.range};
      path.key = parts[i];
      path.text = written.size() == parts.size() ? written[i] : list.text;
      paths_.push_back(std::move(path));
    }
  }

  /// Adds the paths of a command that copies files. The command writes the last path of its
  /// arguments and reads the paths before it. Skips options and their values.
  void AddCopied() {
    std::vector<UsedPath> listed;
    for (std::size_t i = 0; i < copied_.size(); ++i) {
      std::string_view word = copied_[i].key;
      if (!word.starts_with('-')) {
        listed.push_back(std::move(copied_[i]));
        continue;
      }
      word.remove_prefix(word.starts_with("--") ? 1 : 0);  // options may begin with two dashes
      i += std::find(valued_options_.begin(), valued_options_.end(), word) != valued_options_.end();
    }
    for (std::size_t i = 0; i < listed.size(); ++i) {
      listed[i].whole = i + 1 < listed.size();
      listed[i].use = listed[i].whole ? PathUse::kReads : PathUse::kWrites;
      paths_.push_back(std::move(listed[i]));
    }
  }

  /// Brings the key into its normal form. Returns false if the path cannot be compared.
  static bool Normalize(UsedPath* path, const std::string& file_system) {
    if (path->use == PathUse::kLoads) {
      path->use = PathUse::kReads;
      path->key = path->key.substr(0, path->key.find('#'));
      if (!IsAbsolute(path->key)) {
        return false;
      }
    }
    path->key = NormalPath(path->key, file_system);
    if (const std::size_t at = path->key.find_first_of("*?[{"); at != std::string::npos) {
      const bool all = at + 1 == path->key.size() && path->key.ends_with("/*");
      if (path->use != PathUse::kReads && (path->use != PathUse::kDeletes || !all)) {
        return false;
      }
      const std::size_t slash = path->key.rfind('/', at);
      path->key.resize(slash == std::string::npos ? 0 : slash);
      path->pattern = true;
    }
    return !path->key.empty();
  }

  const Subject& subject_;
  PathTextWriter texts_;
  std::vector<UsedPath> paths_;  ///< each UsedPath::key is a text of PathTextWriter
  std::set<std::string> file_systems_;
  std::unordered_map<std::uint32_t, std::string> own_file_system_;

  // The current action: its lowered arguments in preorder, and the source of each argument.
  std::uint32_t node_ = 0;
  std::span<const hir::Arg> args_;
  std::span<const sema::ArgumentSource> sources_;
  std::vector<UsedPath> copied_;
  std::span<const std::string_view> valued_options_;
};

}  // namespace

UsedPaths::UsedPaths(const Subject& subject, const GivenValues& given)
    : all_(Finder(subject, given).Run()) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    of_node_.try_emplace(all_[i].node, i, i).first->second.second = i + 1;
  }
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.type != ast::NodeType::kAction) {
      continue;
    }
    const std::span<const UsedPath> own = Of(n);
    const stdlib::Repeat repeat = node.kind->decl->repeat;
    const bool writes = std::any_of(
        own.begin(), own.end(), [](const UsedPath& path) { return path.use == PathUse::kWrites; });
    if (repeat == stdlib::Repeat::kUnknown ||
        (repeat == stdlib::Repeat::kOutputInTheWay && !writes)) {
      for (const UsedPath& path : own) {
        all_[static_cast<std::size_t>(&path - all_.data())].rewritten =
            path.prepare && path.removes();
      }
    }
  }
}

std::span<const UsedPath> UsedPaths::Of(std::uint32_t node) const {
  const auto found = of_node_.find(node);
  return found == of_node_.end()
             ? std::span<const UsedPath>()
             : std::span(all_).subspan(found->second.first,
                                       found->second.second - found->second.first);
}

std::string_view ParentKey(std::string_view key) {
  const std::size_t slash = key.rfind('/');
  return slash == std::string_view::npos || (slash > 0 && key[slash - 1] == '/')
             ? std::string_view()
             : key.substr(0, slash);
}

}  // namespace hpdl::analysis
