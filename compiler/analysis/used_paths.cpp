#include "compiler/analysis/used_paths.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "compiler/analysis/path_text.h"
#include "stdlib/core/common.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;

/// A path as it was found, before the file systems of the workflow are known.
struct Found {
  UsedPath path;
  std::string marked;           ///< empty: cannot be compared
  bool of_application = false;  ///< a relative one lies in the application
};

/// A property of a <configuration>.
struct Property {
  std::string name;
  hir::ValueId value;
  const ast::Argument* place = nullptr;
};

/// Lowered arguments in preorder, and where each came from.
struct Arguments {
  std::span<const hir::Arg> args;
  std::span<const sema::ArgumentSource> sources;

  std::uint32_t size() const { return static_cast<std::uint32_t>(args.size()); }
  const ast::Argument& Written(std::uint32_t i) const { return *sources[i].written; }

  /// Calls visit(i) for those in [begin, end) that are not below another one of these.
  template <class Visit>
  void ForEach(std::uint32_t begin, std::uint32_t end, const Visit& visit) const {
    for (std::uint32_t i = begin; i < end; i = args[i].end) {
      visit(i);
    }
  }
  /// The same for those directly below one.
  template <class Visit>
  void ForEachBelow(std::uint32_t i, const Visit& visit) const {
    ForEach(i + 1, args[i].end, visit);
  }
};

std::vector<Property> ReadConfiguration(const Arguments& all, std::uint32_t configuration) {
  std::vector<Property> properties;
  const auto elements = stdlib::Property::Decl().elements;
  all.ForEachBelow(configuration, [&](std::uint32_t element) {
    Property property;
    all.ForEachBelow(element, [&](std::uint32_t i) {
      const ast::Argument& part = all.Written(i);
      if (part.field >= elements.size() || !part.text) {
        return;
      }
      if (elements[part.field].name == "name") {
        property.name = part.text->text.value;
      } else if (elements[part.field].name == "value") {
        property.value = all.args[i].value;
        property.place = &part;
      }
    });
    if (property.place != nullptr) {
      properties.push_back(std::move(property));
    }
  });
  return properties;
}

/// What -D, --config and the defaults of the application make of properties, if any are given: then
/// this is how the definition is run. Otherwise the defaults are mere proposals, as <parameters>
/// are in any case.
KnownValues ValuesOf(const Subject& subject) {
  KnownValues values;
  if (subject.properties == nullptr) {
    return values;
  }
  for (const hir::Property& property : subject.hir().defaults) {
    values[property.name] = property.value;
  }
  for (const auto& [name, value] : *subject.properties) {
    values[name] = value;
  }
  return values;
}

class Finder {
 public:
  explicit Finder(const Subject& subject)
      : subject_(subject), path_texts_(subject.hir(), ValuesOf(subject)) {
    if (!subject.workflow.global) {
      return;
    }
    const auto elements = stdlib::Global::Decl().elements;
    const Arguments all{subject.hir().global_args, subject.checked.global_sources};
    all.ForEach(0, all.size(), [&](std::uint32_t i) {
      const std::uint32_t field = all.args[i].field;
      if (field < elements.size() && elements[field].type == &stdlib::kConfigurationDecl) {
        global_ = ReadConfiguration(all, i);
      }
    });
  }

  std::vector<UsedPath> Run() {
    for (const std::uint32_t n : subject_.graph().order) {
      if (subject_.graph().node(n).type == ast::NodeType::kAction) {
        FindInAction(n);
      }
    }
    const std::string only = file_systems_.size() == 1 ? *file_systems_.begin() : std::string();
    std::vector<UsedPath> paths;
    for (Found& found : found_) {
      const std::string& own = own_file_system_[found.path.node];
      if (Normalize(&found, {own.empty() ? only : own, &file_systems_})) {
        paths.push_back(std::move(found.path));
      }
    }
    return paths;
  }

 private:
  void FindInAction(std::uint32_t n) {
    const ast::Node& node = subject_.graph().node(n);
    const stdlib::KindDecl& kind = *node.kind->decl;
    const stdlib::StructDecl& body = *kind.shapes[node.shape].body;
    arguments_ = {subject_.Lowered(n).args,
                  subject_.checked.argument_sources[subject_.checked.nodes[n].index]};
    node_ = n;
    copied_.clear();
    own_properties_.clear();
    // What comes from <global> stands before the arguments of the action itself.
    std::uint32_t own = 0;
    for (; own < arguments_.size() && arguments_.sources[own].from_global; ++own) {
      if (body.elements[arguments_.args[own].field].path == PathUse::kFileSystem) {
        AddFileSystem(arguments_.args[own].value);
      }
    }
    FindAmong(own, arguments_.size(), body, PathUse::kNone, false);
    AddCopied();
    for (const Property& property : global_) {
      if (!own_properties_.contains(property.name)) {
        AddProperty(property);
      }
    }
  }

  /// Nesting is that of declarations, which is bounded.
  void FindAmong(std::uint32_t begin, std::uint32_t end, const stdlib::StructDecl& decl,
                 PathUse of_element, bool prepare) {
    arguments_.ForEach(begin, end, [&](std::uint32_t i) {
      const hir::Arg& arg = arguments_.args[i];
      const ast::Argument& written = arguments_.Written(i);
      if (arg.field >= decl.elements.size()) {
        const PathUse use = decl.attributes[arg.field - decl.elements.size()].path;
        Add(written, arg.value, use == PathUse::kElement ? of_element : use, false, prepare);
        return;
      }
      const stdlib::ElementDecl& element = decl.elements[arg.field];
      if (element.type == &stdlib::kConfigurationDecl) {
        for (const Property& property : ReadConfiguration(arguments_, i)) {
          own_properties_.insert(property.name);
          AddProperty(property);
        }
      } else if (element.type != nullptr) {
        FindAmong(i + 1, arg.end, *element.type, element.path,
                  prepare || element.type->name == "prepare");
      } else {
        copy_options_ = element.path == PathUse::kCopies ? element.options : copy_options_;
        Add(written, arg.value, element.path, element.path == PathUse::kWrites, prepare);
      }
    });
  }

  void AddProperty(const Property& property) {
    for (const stdlib::PathProperty& known : subject_.graph().node(node_).kind->decl->paths) {
      if (known.name == property.name) {
        Add(*property.place, property.value, known.use, true, false);
      }
    }
  }

  void AddFileSystem(hir::ValueId value) {
    if (const auto text = path_texts_.Text(value)) {
      std::string system = NormalFileSystem(*text);
      if (!system.empty()) {
        own_file_system_[node_] = system;
        file_systems_.insert(std::move(system));
      }
    }
  }

  void Add(const ast::Argument& place, hir::ValueId value, PathUse use, bool whole, bool prepare) {
    if (use == PathUse::kNone || !place.text) {
      return;
    }
    if (use == PathUse::kFileSystem) {
      AddFileSystem(value);
      return;
    }
    const auto marked = path_texts_.Text(value);
    if (!marked && use != PathUse::kCopies) {
      return;
    }
    const ast::Text& text = place.text->text;
    Found found;
    found.path = {.node = node_,
                  .use = use == PathUse::kLoads ? PathUse::kReads : use,
                  .whole = whole,
                  .prepare = prepare,
                  .text = text.value,
                  .range = text.range};
    found.of_application = use == PathUse::kLoads;
    if (use == PathUse::kCopies) {
      found.marked = marked.value_or(std::string());
      copied_.push_back(std::move(found));
    } else if (whole && use == PathUse::kReads) {
      AddList(std::move(found), *marked);
    } else {
      found.marked = *marked;
      found_.push_back(std::move(found));
    }
  }

  /// A list that comes from a value as a whole: each part keeps its text.
  static constexpr std::size_t kMaxListText = 1000;
  /// Of a list that is longer than what is written: one short value may stand in many places.
  static constexpr std::size_t kMaxValueParts = 64;

  void AddList(Found list, const std::string& marked) {
    const std::vector<std::string> parts = SplitList(marked);
    const std::vector<std::string> written = SplitList(list.path.text);
    if (parts.size() > std::max(written.size(), kMaxValueParts)) {
      return;
    }
    // The text is as long as all parts together: not each gets a copy of it.
    if (const std::size_t comma = list.path.text.find(',');
        parts.size() > 1 && comma != std::string::npos) {
      list.path.text = list.path.text.substr(0, comma) + ",...";
    } else if (parts.size() > 1 && list.path.text.size() > kMaxListText) {
      return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Found found = list;
      found.marked = parts[i];
      if (written.size() == parts.size()) {
        found.path.text = written[i];
      }
      found_.push_back(std::move(found));
    }
  }

  /// The last of the list is written to, the others are read, but for options and their values.
  void AddCopied() {
    std::vector<Found> listed;
    bool has_source = false;
    for (std::size_t i = 0; i < copied_.size(); ++i) {
      if (!copied_[i].marked.starts_with('-')) {
        listed.push_back(std::move(copied_[i]));
        continue;
      }
      const stdlib::OptionDecl* option = FindOption(copied_[i].marked);
      for (std::size_t left = option == nullptr ? 0 : option->values;
           left > 0 && i + 1 < copied_.size(); --left) {
        Found& value = copied_[++i];
        if (option->value != PathUse::kNone) {
          has_source = true;
          AddListed(std::move(value), option->value);
        }
      }
    }
    for (std::size_t i = 0; i < listed.size() && (has_source || listed.size() > 1); ++i) {
      AddListed(std::move(listed[i]), i + 1 == listed.size() ? PathUse::kWrites : PathUse::kReads);
    }
  }

  void AddListed(Found found, PathUse use) {
    if (!found.marked.empty()) {
      found.path.use = use;
      found.path.whole = use == PathUse::kReads;
      found_.push_back(std::move(found));
    }
  }

  /// Options of commons-cli begin with one dash or two.
  const stdlib::OptionDecl* FindOption(std::string_view word) const {
    word.remove_prefix(word.starts_with("--") ? 1 : 0);
    const auto found =
        std::find_if(copy_options_.begin(), copy_options_.end(),
                     [word](const stdlib::OptionDecl& option) { return option.name == word; });
    return found == copy_options_.end() ? nullptr : &*found;
  }

  /// False for what cannot be compared.
  static bool Normalize(Found* found, const PathContext& context) {
    std::string text = found->marked;
    if (found->of_application) {
      text = text.substr(0, text.find('#'));
      if (!IsAbsolute(text)) {
        return false;
      }
    }
    UsedPath& path = found->path;
    path.key = NormalPath(std::move(text), context);
    if (const auto directory = DirectoryOfPattern(path.key)) {
      const bool all = std::string_view(path.key).substr(directory->size()) == "/*";
      if (path.use != PathUse::kReads && (path.use != PathUse::kDeletes || !all)) {
        return false;
      }
      path.key = *directory;
      path.pattern = true;
    }
    return !path.key.empty();
  }

  const Subject& subject_;
  PathTextWriter path_texts_;
  std::vector<Property> global_;
  std::vector<Found> found_;
  std::set<std::string> file_systems_;
  std::unordered_map<std::uint32_t, std::string> own_file_system_;

  // Of the action in hand.
  Arguments arguments_;
  std::uint32_t node_ = 0;
  std::vector<Found> copied_;
  std::span<const stdlib::OptionDecl> copy_options_;
  std::unordered_set<std::string> own_properties_;
};

}  // namespace

std::vector<UsedPath> FindUsedPaths(const Subject& subject) {
  std::vector<UsedPath> paths = Finder(subject).Run();
  const std::vector<std::uint32_t> unknown = FindUnknownWriters(subject, paths);
  const std::unordered_set<std::uint32_t> writers(unknown.begin(), unknown.end());
  for (UsedPath& path : paths) {
    path.rewritten = path.prepare && path.removes() && writers.contains(path.node);
  }
  return paths;
}

std::vector<std::uint32_t> FindUnknownWriters(const Subject& subject,
                                              const std::vector<UsedPath>& paths) {
  std::unordered_set<std::uint32_t> known;
  for (const UsedPath& path : paths) {
    if (path.use == PathUse::kWrites) {
      known.insert(path.node);
    }
  }
  std::vector<std::uint32_t> unknown;
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.type == ast::NodeType::kAction &&
        (node.kind->decl->repeat == stdlib::Repeat::kUnknown ||
         (node.kind->decl->repeat == stdlib::Repeat::kOutputInTheWay && !known.contains(n)))) {
      unknown.push_back(n);
    }
  }
  return unknown;
}

std::string_view ParentKey(std::string_view key) {
  const std::size_t slash = key.rfind('/');
  return slash == std::string_view::npos || (slash > 0 && key[slash - 1] == '/')
             ? std::string_view()
             : key.substr(0, slash);
}

}  // namespace hpdl::analysis
