#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/base/markup.h"
#include "compiler/diagnostics/fixes.h"
#include "stdlib/core/versions.h"

namespace hpdl::analysis {
namespace {

using stdlib::Family;
using stdlib::Version;
using stdlib::VersionName;

constexpr std::size_t kMaxNotes = 5;

/// A version is old if there is a later version before 1.0. Version 1.0 came with Oozie 5. Most
/// files in use have the last version before 1.0, so this version is not reported.
bool IsOld(Version version, std::span<const Version> versions) {
  return std::any_of(versions.begin(), versions.end(),
                     [&](Version other) { return other > version && other < stdlib::kV1_0; });
}

/// A namespace that the file uses and of which a newer version exists.
struct Namespace {
  Version newest = 0;
  /// Start tags of the elements in the namespace; the warning is reported at the first tag.
  std::vector<Range> tags;
  /// The elements and attributes that the newest version lacks.
  std::vector<std::pair<Range, Message>> obstacles;
};

Message BareTag(std::string_view name) {
  return "<" + Message::Words(name) + ">";
}

/// Returns a text for a note: the advice to put an element of this kind into the kind's own
/// namespace. Returns "" if the kind has no namespace of its own.
Message OwnNamespaceOf(const stdlib::KindDecl& kind) {
  for (const stdlib::Shape& shape : kind.shapes) {
    if (shape.family == Family::kOwn) {
      return "; use " + Message::Words(shape.namespace_prefix) + VersionName(shape.versions.back());
    }
  }
  return {};
}

/// Adds the start tag of an element to `tags` of the namespace. Adds to `obstacles` the elements
/// and attributes of `body` that version `newest` lacks.
void AddElement(Range tag, const ast::Argument* body, const stdlib::StructDecl& decl,
                Version newest, Namespace* ns) {
  ns->newest = newest;
  ns->tags.push_back(tag);
  if (body == nullptr) {
    return;
  }
  ForEachArgument(*body, decl, [&](const Declared& part) {
    if ((part.element != nullptr ? part.element->until : part.attribute->until) < newest) {
      ns->obstacles.emplace_back(part.argument.range,
                                 part.element != nullptr
                                     ? BareTag(part.name())
                                     : "attribute " + Message::Words(part.name()));
    }
  });
}

/// Returns the old namespaces of the file, by name.
std::map<std::string, Namespace> FindOld(const ast::Workflow& workflow) {
  std::map<std::string, Namespace> found;
  const std::span<const Version> versions = stdlib::kWorkflowVersions;
  const bool old = IsOld(workflow.version, versions);
  if (old) {
    AddElement(workflow.range, workflow.global ? &*workflow.global : nullptr, stdlib::kGlobalDecl,
               versions.back(), &found[workflow.schema]);
  }
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind == nullptr) {
      continue;
    }
    const stdlib::Shape& shape = node.kind->decl->shapes[node.shape];
    if (shape.family == Family::kOwn && IsOld(node.version, shape.versions)) {
      AddElement(node.body.range, &node.body, *shape.body, shape.versions.back(),
                 &found[std::string(shape.namespace_prefix) + VersionName(node.version)]);
    } else if (shape.family != Family::kOwn && old && node.version == workflow.version) {
      const bool exists = shape.versions.back() == versions.back();
      Namespace& ns = found[workflow.schema];
      AddElement(node.body.range, exists ? &node.body : nullptr, *shape.body, versions.back(), &ns);
      if (!exists) {
        ns.obstacles.emplace_back(node.kind_range, BareTag(shape.element) +
                                                       " in the workflow's namespace" +
                                                       OwnNamespaceOf(*node.kind->decl));
      }
    }
  }
  return found;
}

/// Returns the places where attributes of the root and of the elements in `ns` declare the
/// namespace. Returns an empty list if the name of the namespace also stands elsewhere in the file.
std::vector<Range> Declarations(const SourceBuffer& source, const std::string& name,
                                const Namespace& ns, Range root) {
  std::set<std::uint32_t> tags = {root.begin};
  for (const Range tag : ns.tags) {
    tags.insert(tag.begin);
  }
  std::vector<Range> places;
  for (const std::uint32_t tag : tags) {
    for (const MarkupAttribute& attribute : AttributesOf(source.text(), tag)) {
      if (source.Slice(attribute.value) == name) {
        places.push_back(attribute.value);
      }
    }
  }
  std::size_t count = 0;
  for (const std::string quote : {"'", "\""}) {
    const std::string quoted = quote + name + quote;
    for (std::size_t at = 0; (at = source.text().find(quoted, at)) != std::string_view::npos;) {
      at += quoted.size() - 1;
      ++count;
    }
  }
  return count == places.size() ? places : std::vector<Range>();
}

void Remark(const Subject& subject, const std::string& name, const Namespace& ns) {
  const Reporter& reporter = subject.reporter;
  const Message newest = Message::Words(VersionName(ns.newest));
  const std::vector<Range> places =
      Declarations(*reporter.source, name, ns, subject.workflow.range);
  Diagnostic& remark = reporter.Emit(
      DiagnosticKind::kDeprecatedSchema, places.empty() ? ns.tags.front() : places.front(),
      Message::Words(name) + " is an old version; the newest is " + newest +
          (ns.obstacles.empty() ? ", and it has everything that this definition uses"
                                : ", but it does not have the parts that the notes name"));
  for (std::size_t i = 0; i < std::min(ns.obstacles.size(), kMaxNotes); ++i) {
    remark.notes.push_back(
        reporter.Note(ns.obstacles[i].first, newest + " does not have " + ns.obstacles[i].second));
  }
  if (ns.obstacles.empty() && !places.empty()) {
    remark.fix = Fix{"write " + newest, {}};
    for (const Range place : places) {
      const auto version = static_cast<std::uint32_t>(place.begin + name.rfind(':') + 1);
      remark.fix->edits.push_back({{version, place.end}, VersionName(ns.newest)});
    }
  }
}

/// Returns the newer element that replaces `element` in `version`, or null if no element replaces
/// it.
const stdlib::ElementDecl* ReplacementOf(const stdlib::ElementDecl& element,
                                         const stdlib::StructDecl& decl, Version version) {
  const auto found =
      std::find_if(decl.elements.begin(), decl.elements.end(), [&](const auto& other) {
        return other.choice != 0 && other.choice == element.choice &&
               other.assign == element.assign && other.since > element.since &&
               other.since <= version && version <= other.until;
      });
  return found == decl.elements.end() ? nullptr : &*found;
}

/// The renamed elements of one file, and the edits that rename all of them.
struct Renames {
  std::size_t count = 0;
  Range first;
  std::string_view old_name, new_name;
  std::vector<Fix::Edit> edits;

  void Look(const ast::Argument& body, const stdlib::StructDecl& decl, Version version,
            const SourceBuffer& source) {
    for (const ast::Argument& child : body.children) {
      const stdlib::ElementDecl* element = DeclarationOf(child, decl).element;
      const stdlib::ElementDecl* later =
          element == nullptr ? nullptr : ReplacementOf(*element, decl, version);
      if (later == nullptr) {
        continue;
      }
      if (count++ == 0) {
        first = child.range;
        old_name = element->name;
        new_name = later->name;
      }
      Fix fix = RenameTags(source, child.range.begin, later->name, false);
      std::move(fix.edits.begin(), fix.edits.end(), std::back_inserter(edits));
    }
  }
};

void RemarkOnRenamed(const Subject& subject) {
  const ast::Workflow& workflow = subject.workflow;
  Renames renames;
  if (workflow.global) {
    renames.Look(*workflow.global, stdlib::kGlobalDecl, workflow.version, *subject.reporter.source);
  }
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind != nullptr) {
      renames.Look(node.body, BodyOf(node), node.version, *subject.reporter.source);
    }
  }
  if (renames.count > 0) {
    const Message more =
        "; the old name occurs " + Message(std::to_string(renames.count)) + " times";
    subject.reporter
        .Emit(DiagnosticKind::kDeprecatedSchema, renames.first,
              BareTag(renames.old_name) + " is the old name of " + BareTag(renames.new_name) +
                  ", which means the same" + (renames.count == 1 ? Message() : more))
        .fix = Fix{"rename to " + BareTag(renames.new_name), std::move(renames.edits)};
  }
}

void RemarkOnSla(const Subject& subject) {
  for (const ast::Sla& sla : subject.workflow.sla) {
    if (sla.version == stdlib::kV0_1) {
      subject.reporter.Emit(
          DiagnosticKind::kDeprecatedSchema, sla.tag,
          "uri:oozie:sla:0.1 is an old version; the newest is 0.2, which has other "
          "elements and needs uri:oozie:workflow:0.5 or later");
      return;
    }
  }
}

}  // namespace

void CheckSchemaVersions(Facts& facts) {
  const Subject& subject = facts.subject();
  if (subject.workflow.dialect != ast::Dialect::kOozie) {
    return;
  }
  for (const auto& [name, ns] : FindOld(subject.workflow)) {
    Remark(subject, name, ns);
  }
  RemarkOnRenamed(subject);
  RemarkOnSla(subject);
}

}  // namespace hpdl::analysis
