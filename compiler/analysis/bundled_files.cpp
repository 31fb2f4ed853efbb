#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"

namespace hpdl::analysis {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// The part of `PATH#NAME` that names a file of the application; empty if it may be elsewhere, or
/// is known at run time only.
std::string_view BundledPath(std::string_view text) {
  text = text.substr(0, text.find('#'));
  while (text.starts_with("./")) {
    text.remove_prefix(2);
  }
  const bool elsewhere = text.starts_with('/') || text.find(':') != kNone ||
                         text.starts_with("..") || text.find_first_of("$*?[{ ") != kNone;
  return elsewhere ? std::string_view() : text;
}

/// What the file is called where the action runs.
std::string_view NameThere(std::string_view text) {
  const std::size_t separator = text.find_last_of("#/");
  return separator == kNone ? text : text.substr(separator + 1);
}

/// A name such as "echo", "gcc-12" or "python3.11", which may be a command of the PATH.
bool MayBeCommand(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return path.find('/') == kNone &&
         (dot == kNone || path.find_first_of("0123456789", dot) != kNone);
}

class BundledFiles {
 public:
  explicit BundledFiles(const Subject& subject) : subject_(subject) {
    for (const hir::File& file : subject.files) {
      files_.insert(file.path);
    }
  }

  void Check(const ast::Argument& body, const stdlib::StructDecl& decl) {
    std::vector<const ast::Text*> loaded;
    ForEachArgument(body, decl, [&](const Declared& part) {
      if (part.argument.text && part.element != nullptr &&
          part.element->path == stdlib::PathUse::kLoads) {
        loaded.push_back(&part.argument.text->text);
      }
    });
    std::set<std::string_view> names;  // under which files are there, or have been reported
    for (const ast::Text* text : loaded) {
      if (BundledPath(text->value).empty() || IsThere(text->value)) {
        names.insert(NameThere(text->value));
      }
    }
    for (const ast::Text* text : loaded) {
      const std::string_view path = BundledPath(text->value);
      if (!path.empty() && !MayBeCommand(path) && !IsThere(path) && names.insert(path).second) {
        subject_.reporter.Emit(DiagnosticKind::kFileNotBundled, text->range,
                               Quoted(path) +
                                   " is not among the files of the application, in which a "
                                   "relative path is looked for");
      }
    }
  }

 private:
  /// A file, one of lib/, which is brought along whatever is named, or a directory.
  bool IsThere(std::string_view text) const {
    const std::string path(BundledPath(text));
    const auto below = files_.lower_bound(path + "/");
    return files_.contains(path) || files_.contains("lib/" + path) ||
           (below != files_.end() && below->starts_with(path + "/"));
  }

  const Subject& subject_;
  std::set<std::string, std::less<>> files_;
};

}  // namespace

void CheckBundledFiles(Facts& facts) {
  const Subject& subject = facts.subject();
  if (!subject.has_all_files) {
    return;
  }
  BundledFiles files(subject);
  if (subject.workflow.global) {
    files.Check(*subject.workflow.global, stdlib::kGlobalDecl);
  }
  for (const std::uint32_t n : subject.graph().order) {
    const ast::Node& node = subject.graph().node(n);
    if (node.kind != nullptr) {
      files.Check(node.body, BodyOf(node));
    }
  }
}

}  // namespace hpdl::analysis
