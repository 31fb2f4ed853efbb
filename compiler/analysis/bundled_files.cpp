#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/option_text.h"
#include "compiler/analysis/path_text.h"

namespace hpdl::analysis {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// Returns the path without "./" at its beginning.
std::string_view WithoutDots(std::string_view path) {
  while (path.starts_with("./")) {
    path.remove_prefix(2);
  }
  return path;
}

/// Returns PATH from a text `PATH` or `PATH#NAME` if PATH is relative to the application. Returns
/// "" if the file may lie outside the application, or if PATH is only known during a run.
std::string_view BundledPath(std::string_view text) {
  text = WithoutDots(text.substr(0, text.find('#')));
  const bool elsewhere = text.starts_with('/') || text.find(':') != kNone ||
                         text.starts_with("..") || text.find_first_of("$*?[{ \"\x01") != kNone;
  return elsewhere ? std::string_view() : text;
}

/// Returns the name that a file `PATH` or `PATH#NAME` has in the working directory of the action.
std::string_view NameThere(std::string_view text) {
  const std::size_t separator = text.find_last_of("#/");
  return separator == kNone ? text : text.substr(separator + 1);
}

/// True for a name such as "echo", "gcc-12" or "python3.11", which may be a command in a directory
/// of the environment variable PATH.
bool MayBeCommand(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return path.find('/') == kNone &&
         (dot == kNone || path.find_first_of("0123456789", dot) != kNone);
}

/// True for a property such as oozie.libpath, which adds libraries to actions. These libraries are
/// outside the application.
bool BringsLibraries(std::string_view name, std::string_view value) {
  return name == "oozie.libpath" || name.starts_with("oozie.action.sharelib.for.") ||
         (name == "oozie.use.system.libpath" && value != "false");
}

class BundledFiles {
 public:
  explicit BundledFiles(Facts& facts) : subject_(facts.subject()) {
    for (const hir::File& file : subject_.files) {
      files_.insert(file.path);
    }
    for (const GivenValue& given : facts.given().all()) {
      libraries_ = libraries_ || BringsLibraries(given.name, given.value);
    }
    for (const auto* global : {&subject_.workflow.inherited, &subject_.workflow.global}) {
      libraries_ = libraries_ || (*global && HasLibraries(**global, stdlib::kGlobalDecl));
    }
  }

  void Check(const ast::Argument& body, const stdlib::StructDecl& decl) {
    CheckPackaged(body, decl);
    CheckRelative(body, decl);
  }

 private:
  struct Loaded {
    std::string path;
    Range range;
    /// True if a path without a directory may name a library outside the application.
    bool may_be_library = false;
  };

  /// Checks the paths that begin at the root of the package (HWS).
  void CheckPackaged(const ast::Argument& body, const stdlib::StructDecl& decl) {
    ForEachArgument(body, decl, [&](const Declared& part) {
      const auto& text = part.argument.text;
      if (part.element == nullptr || part.element->path != stdlib::PathUse::kPackaged || !text ||
          text->expr.valid()) {
        return;
      }
      std::string_view path = text->text.value;
      path = path.substr(0, path.find('#'));
      path.remove_prefix(path.starts_with('/') ? 1 : 0);
      if (!files_.contains(WithoutDots(path))) {
        subject_.reporter.Emit(
            DiagnosticKind::kFileNotPackaged, text->text.range,
            Quoted(text->text.value) + " is not a file of the package; paths begin at its root");
      }
    });
  }

  void CheckRelative(const ast::Argument& body, const stdlib::StructDecl& decl) {
    const bool libraries = libraries_ || HasLibraries(body, decl);
    std::vector<Loaded> loaded;
    ForEachArgument(body, decl, [&](const Declared& part) {
      if (!part.argument.text || part.element == nullptr) {
        return;
      }
      const ast::Text& text = part.argument.text->text;
      if (part.element->path == stdlib::PathUse::kLoads) {
        const bool may_be = libraries && part.element->role == stdlib::ElementRole::kFromLibraries;
        loaded.push_back({text.value, text.range, may_be});
      }
      AddOptions(*part.element, text, libraries || subject_.properties == nullptr, &loaded);
    });
    std::set<std::string, std::less<>> names;  // names of files that exist or were reported
    for (const Loaded& each : loaded) {
      if (BundledPath(each.path).empty() || IsThere(each.path)) {
        names.emplace(NameThere(each.path));
      }
    }
    for (const Loaded& each : loaded) {
      const std::string_view path = BundledPath(each.path);
      const bool may_be = each.may_be_library && path.find('/') == kNone;
      if (!path.empty() && !may_be && !MayBeCommand(path) && !IsThere(path) &&
          names.emplace(path).second) {
        subject_.reporter.Emit(DiagnosticKind::kFileNotBundled, each.range,
                               Quoted(path) +
                                   " is not among the files of the application; a relative path "
                                   "must name one of them");
      }
    }
  }

  static bool HasLibraries(const ast::Argument& body, const stdlib::StructDecl& decl) {
    bool found = false;
    ForEachProperty(body, decl, [&](const PropertyTexts& property) {
      found = found || (property.name != nullptr && property.value != nullptr &&
                        BringsLibraries(property.name->text.value, property.value->text.value));
    });
    return found;
  }

  /// Adds the files that are named by options in the text of an element, for example the files of
  /// `--jars a.jar,b.jar`. The range of each file covers the file's path in the text.
  static void AddOptions(const stdlib::ElementDecl& element, const ast::Text& text,
                         bool may_be_library, std::vector<Loaded>* loaded) {
    if (element.options.empty()) {
      return;
    }
    for (const stdlib::SparkOption& option : OptionsOf(WithoutExpressions(text.value))) {
      const auto known =
          std::find_if(element.options.begin(), element.options.end(), [&](const auto& each) {
            return each.path == stdlib::PathUse::kLoads && each.name == option.name;
          });
      if (known == element.options.end() || !option.value) {
        continue;
      }
      std::size_t at = option.begin;
      for (const std::string_view path : SplitList(*option.value)) {
        if (HasExpression(path)) {
          continue;
        }
        at = std::min(text.value.find(path, at), option.end - path.size());
        const auto begin = static_cast<std::uint32_t>(at);
        loaded->push_back({std::string(path),
                           text.RawRange(begin, begin + static_cast<std::uint32_t>(path.size())),
                           may_be_library});
        at += path.size();
      }
    }
  }

  /// True if the application has a file or directory with this path, or a file with this path in
  /// lib/. Every action gets the files in lib/.
  bool IsThere(std::string_view text) const {
    const std::string path(BundledPath(text));
    const auto below = files_.lower_bound(path + "/");
    return files_.contains(path) || files_.contains("lib/" + path) ||
           (below != files_.end() && below->starts_with(path + "/"));
  }

  const Subject& subject_;
  std::set<std::string, std::less<>> files_;
  bool libraries_ = false;  ///< true if a property adds libraries to all actions
};

}  // namespace

void CheckBundledFiles(Facts& facts) {
  const Subject& subject = facts.subject();
  if (!subject.has_all_files) {
    return;
  }
  BundledFiles files(facts);
  if (subject.workflow.global) {
    files.Check(*subject.workflow.global, stdlib::kGlobalDecl);
  }
  if (UsesInherited(subject.workflow)) {
    files.Check(*subject.workflow.inherited, stdlib::kGlobalDecl);
  }
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.kind != nullptr) {
      files.Check(node.body, BodyOf(node));
    }
  }
}

}  // namespace hpdl::analysis
