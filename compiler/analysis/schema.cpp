#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/diagnostics/fixes.h"
#include "stdlib/core/control.h"
#include "stdlib/core/versions.h"

namespace hpdl::analysis {
namespace {

using stdlib::Family;
using stdlib::Version;
using stdlib::VersionName;

constexpr std::string_view kSla = "uri:oozie:sla:", kOldSla = "uri:oozie:sla:0.1";
constexpr std::size_t kMaxNotes = 5;

/// A version is old if another one followed it before 1.0, which came with Oozie 5: most files that
/// are in use are of the last version before that, and there is nothing wrong with them.
bool IsOld(Version version, std::span<const Version> versions) {
  return std::any_of(versions.begin(), versions.end(),
                     [&](Version other) { return other > version && other < stdlib::kV1_0; });
}

/// Something that the newest version does not have.
struct Obstacle {
  Range place;
  Message text;
};

/// A namespace of the file that has a newer version.
struct Namespace {
  std::string name;
  Version newest = 0;
  std::vector<Range> tags;  ///< start tags of its elements, the first to be complained of
  std::vector<Obstacle> obstacles;
};

Message BareTag(std::string_view name) {
  return "<" + Message::Words(name) + ">";
}

/// Where else the kind can be written.
Message OwnNamespaceOf(const stdlib::KindDecl& kind) {
  for (const stdlib::Shape& shape : kind.shapes) {
    if (shape.family == Family::kOwn) {
      return "; there is " + Message::Words(shape.namespace_prefix) +
             VersionName(shape.versions.back());
    }
  }
  return {};
}

/// Elements and attributes below `body` that `newest` has no longer.
void FindObstacles(const ast::Argument& body, const stdlib::StructDecl& decl, Namespace* ns) {
  ForEachArgument(body, decl, [&](const Declared& part) {
    const Version until = part.element != nullptr ? part.element->until : part.attribute->until;
    if (until < ns->newest) {
      ns->obstacles.push_back(
          {part.argument.range, part.element != nullptr
                                    ? BareTag(part.name())
                                    : "attribute " + Message::Words(part.name())});
    }
  });
}

/// The namespaces of the file that are old, by name.
std::map<std::string, Namespace> FindOld(const ast::Workflow& workflow) {
  std::map<std::string, Namespace> found;
  const auto versions = std::span(stdlib::kWorkflowVersions);
  const bool old = IsOld(workflow.version, versions);
  if (old) {
    Namespace& ns = found[workflow.schema];
    ns.newest = versions.back();
    ns.tags.push_back(workflow.range);
    if (workflow.global) {
      FindObstacles(*workflow.global, stdlib::kGlobalDecl, &ns);
    }
  }
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind == nullptr) {
      continue;
    }
    const stdlib::Shape& shape = node.kind->decl->shapes[node.shape];
    const bool own = shape.family == Family::kOwn;
    if (own ? !IsOld(node.version, shape.versions) : !old || node.version != workflow.version) {
      continue;
    }
    Namespace& ns = found[own ? std::string(shape.namespace_prefix) + VersionName(node.version)
                              : workflow.schema];
    ns.newest = own ? shape.versions.back() : ns.newest;
    ns.tags.push_back(node.body.range);
    if (!own && std::find(shape.versions.begin(), shape.versions.end(), ns.newest) ==
                    shape.versions.end()) {
      ns.obstacles.push_back({node.kind_range, BareTag(shape.element) +
                                                   " in the workflow's namespace" +
                                                   OwnNamespaceOf(*node.kind->decl)});
    } else {
      FindObstacles(node.body, *shape.body, &ns);
    }
  }
  return found;
}

/// The places where the namespace stands between quotes, if all of them are in start tags that are
/// known: its elements', or the root's, which may declare it for all. Else none.
std::vector<Range> Declarations(std::string_view text, const Namespace& ns, Range root) {
  std::vector<Range> tags = ns.tags;
  tags.push_back(root);
  std::sort(tags.begin(), tags.end(), [](Range a, Range b) { return a.begin < b.begin; });
  std::vector<Range> places;
  for (std::size_t at = 0; (at = text.find(ns.name, at)) != std::string_view::npos;) {
    const Range place{static_cast<std::uint32_t>(at),
                      static_cast<std::uint32_t>(at + ns.name.size())};
    at = place.end;
    const char before = place.begin == 0 ? ' ' : text[place.begin - 1];
    const char after = place.end < text.size() ? text[place.end] : ' ';
    if ((before != '"' && before != '\'') || after != before) {
      continue;  // a longer name, or words
    }
    const auto next = std::upper_bound(tags.begin(), tags.end(), place.begin,
                                       [](std::uint32_t a, Range b) { return a < b.begin; });
    if (next == tags.begin() || std::prev(next)->end < place.end) {
      return {};
    }
    places.push_back(place);
  }
  return places;
}

void Remark(const Subject& subject, const std::string& name, Namespace& ns) {
  const Reporter& reporter = subject.reporter;
  ns.name = name;
  const std::string newest = VersionName(ns.newest);
  const std::vector<Range> places =
      Declarations(reporter.source->text(), ns, subject.workflow.range);
  Message text =
      Message::Words(name) + " is an old version; the newest is " + Message::Words(newest);
  if (ns.obstacles.empty()) {
    text += ", and all that stands here exists there too";
  } else {
    text += "; what the notes name does not exist there";
  }
  Diagnostic& remark =
      reporter.Emit(DiagnosticKind::kDeprecatedSchema,
                    places.empty() ? ns.tags.front() : places.front(), std::move(text));
  for (std::size_t i = 0; i < std::min(ns.obstacles.size(), kMaxNotes); ++i) {
    remark.notes.push_back(reporter.Note(
        ns.obstacles[i].place, Message::Words(newest) + " does not have " + ns.obstacles[i].text));
  }
  if (!ns.obstacles.empty() || places.empty()) {
    return;
  }
  Fix fix;
  fix.title = "write " + Message::Words(newest);
  for (const Range place : places) {
    const auto version = static_cast<std::uint32_t>(place.begin + name.rfind(':') + 1);
    fix.edits.push_back({{version, place.end}, newest});
  }
  remark.fix = std::move(fix);
}

/// The element of the same meaning that came later and stands in the same place, or null.
const stdlib::ElementDecl* ReplacementOf(const stdlib::ElementDecl& element,
                                         const stdlib::StructDecl& decl, Version version) {
  for (const stdlib::ElementDecl& other : decl.elements) {
    if (element.choice != 0 && other.choice == element.choice && other.assign == element.assign &&
        other.since > element.since && other.since <= version && version <= other.until) {
      return &other;
    }
  }
  return nullptr;
}

/// Renames in one file, as one correction.
class Renames {
 public:
  explicit Renames(const Subject& subject) : subject_(subject) {}

  void Look(const ast::Argument& body, const stdlib::StructDecl& decl, Version version) {
    for (const ast::Argument& child : body.children) {
      const Declared part = DeclarationOf(child, decl);
      const stdlib::ElementDecl* later =
          part.element == nullptr ? nullptr : ReplacementOf(*part.element, decl, version);
      if (later != nullptr) {
        Add(child, part.name(), later->name);
      }
    }
  }

  void Report() {
    if (count_ == 0) {
      return;
    }
    const Message more =
        count_ == 1 ? "" : "; it stands here " + Message(std::to_string(count_)) + " times";
    Diagnostic& remark = subject_.reporter.Emit(
        DiagnosticKind::kDeprecatedSchema, first_,
        BareTag(old_) + " is the old name of " + BareTag(new_) + ", which is the same" + more);
    remark.fix = Fix{"rename to " + BareTag(new_), std::move(edits_)};
  }

 private:
  void Add(const ast::Argument& argument, std::string_view old_name, std::string_view new_name) {
    if (count_++ == 0) {
      first_ = argument.range;
      old_ = old_name;
      new_ = new_name;
    }
    Fix fix = RenameTags(*subject_.reporter.source, argument.range.begin, new_name, false);
    std::move(fix.edits.begin(), fix.edits.end(), std::back_inserter(edits_));
  }

  const Subject& subject_;
  std::size_t count_ = 0;
  Range first_;
  std::string_view old_, new_;
  std::vector<Fix::Edit> edits_;
};

void RemarkOnRenamed(const Subject& subject) {
  const ast::Workflow& workflow = subject.workflow;
  Renames renames(subject);
  if (workflow.global) {
    renames.Look(*workflow.global, stdlib::kGlobalDecl, workflow.version);
  }
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind != nullptr) {
      renames.Look(node.body, BodyOf(node), node.version);
    }
  }
  renames.Report();
}

/// What SLA elements of 0.1 have and those of 0.2 do not: "<app-name>, <dev-contact> ..."
Message GoneFromSla() {
  Message gone;
  const auto later = stdlib::control::kSla02Decl.elements;
  for (const stdlib::ElementDecl& element : stdlib::control::kSla01Decl.elements) {
    const bool there = std::any_of(later.begin(), later.end(),
                                   [&](const auto& other) { return other.name == element.name; });
    gone += there ? Message() : (gone.empty() ? "" : ", ") + BareTag(element.name);
  }
  return gone;
}

void RemarkOnSla(const Subject& subject) {
  for (const Range tag : subject.workflow.sla) {
    const std::string_view start = subject.reporter.source->Slice(tag);
    const std::string_view root = subject.reporter.source->Slice(subject.workflow.range);
    if (start.find(kOldSla) == std::string_view::npos &&
        (start.find(kSla) != std::string_view::npos ||
         root.find(kOldSla) == std::string_view::npos)) {
      continue;
    }
    subject.reporter.Emit(DiagnosticKind::kDeprecatedSchema, tag,
                          Message::Words(kOldSla) +
                              " is an old version; the newest is 0.2, from uri:oozie:workflow:0.5 "
                              "on, which does not have " +
                              GoneFromSla());
    return;
  }
}

}  // namespace

void CheckSchemaVersions(Facts& facts) {
  const Subject& subject = facts.subject();
  if (subject.workflow.dialect != ast::Dialect::kOozie) {
    return;
  }
  for (auto& [name, ns] : FindOld(subject.workflow)) {
    Remark(subject, name, ns);
  }
  RemarkOnRenamed(subject);
  RemarkOnSla(subject);
}

}  // namespace hpdl::analysis
