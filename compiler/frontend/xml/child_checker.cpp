#include "compiler/frontend/xml/child_checker.h"

#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using stdlib::ElementDecl;
using stdlib::IsRequired;
using stdlib::kLatest;

constexpr std::size_t kMaxMoves = 100;

/// Returns the name that the element `name` of the other dialect has in `decl`. An author may use a
/// name of the other dialect at the top of a workflow. Returns "" if `decl` has no element for
/// `name`.
std::string_view NameOfOtherDialect(const stdlib::StructDecl& decl, std::string_view name) {
  using stdlib::control::kHwsWorkflowDecl;
  using stdlib::control::kWorkflowDecl;
  if (&decl != &kWorkflowDecl && &decl != &kHwsWorkflowDecl) {
    return {};
  }
  const stdlib::StructDecl& other = &decl == &kWorkflowDecl ? kHwsWorkflowDecl : kWorkflowDecl;
  for (const ElementDecl& theirs : other.elements) {
    for (const ElementDecl& ours : decl.elements) {
      if (theirs.name == name && ours.type == theirs.type && ours.name != name) {
        return ours.name;
      }
    }
  }
  return {};
}

}  // namespace

ChildChecker::ChildChecker(SchemaReader& reader, const stdlib::StructDecl& decl, const Scope& scope,
                           Element parent)
    : reader_(reader),
      decl_(decl),
      scope_(scope),
      parent_(parent),
      first_(decl.elements.size()),
      meant_(decl.elements.size()) {}

bool ChildChecker::Exists(std::uint32_t field) const {
  const ElementDecl& e = decl_.elements[field];
  return stdlib::Exists(e, scope_.version);
}

/// Returns the position of a field in the sequence. All members of a choice share the position of
/// its first member.
std::uint32_t ChildChecker::Place(std::uint32_t field) const {
  const std::uint8_t choice = decl_.elements[field].choice;
  while (choice != 0 && field > 0 && decl_.elements[field - 1].choice == choice) {
    --field;
  }
  return field;
}

std::uint32_t ChildChecker::Take(Element child, std::span<const std::string_view> others) {
  if (child.Namespace() != scope_.ns) {
    Unknown(child, others);
    return kNone;
  }
  const std::string_view name = child.LocalName();
  for (std::uint32_t field = 0; field < decl_.elements.size(); ++field) {
    if (decl_.elements[field].name == name && Exists(field)) {
      CheckOrder(child, field);
      CheckCount(child, field);
      if (first_[field].empty()) {
        first_[field] = child.NameRange();
      }
      return field;
    }
  }
  Unknown(child, others);
  return kNone;
}

void ChildChecker::Unknown(Element child, std::span<const std::string_view> others) {
  const std::string_view name = child.LocalName();
  const Message tag = Tag(child.QualifiedName());
  const Message parent = KnownTag(parent_.LocalName());
  std::vector<std::string_view> known(others.begin(), others.end());
  for (std::uint32_t field = 0; field < decl_.elements.size(); ++field) {
    const ElementDecl& e = decl_.elements[field];
    if (e.name != name) {
      if (Exists(field)) {
        known.push_back(e.name);
      }
      continue;
    }
    if (child.Namespace() != scope_.ns) {
      meant_[field] = true;
      const std::string ns(child.Namespace());
      reader_.Report(DiagnosticKind::kUnknownElement, child.NameRange(),
                     tag + " is in " + (ns.empty() ? "no namespace" : "namespace " + Message(ns)) +
                         "; " + parent + " requires the namespace of " + scope_.Name());
      return;
    }
    reader_.Report(DiagnosticKind::kUnknownElement, child.NameRange(),
                   VersionHint(tag, scope_, e.since, e.until));
    return;
  }
  Message text =
      tag + " is not known in " + parent + (scope_.ns.empty() ? "" : " of " + scope_.Name());
  const std::string_view nearest = Nearest(name, known);
  for (std::uint32_t field = 0; field < decl_.elements.size(); ++field) {
    meant_[field] = meant_[field] || (!nearest.empty() && decl_.elements[field].name == nearest);
  }
  const std::string_view here = NameOfOtherDialect(decl_, name);
  if (!nearest.empty()) {
    text += DidYouMean(name, known);
  } else if (!here.empty()) {
    text += "; its name in this language is " + KnownTag(here);
  } else if (known.empty()) {
    text += "; " + parent + " has no elements";
  } else if (known.size() <= 12) {
    text += "; " + parent + " may have ";
    for (std::size_t i = 0; i < known.size(); ++i) {
      text += (i == 0 ? "" : i + 1 == known.size() ? " and " : ", ") + Message::Words(known[i]);
    }
  }
  reader_.Report(DiagnosticKind::kUnknownElement, child.NameRange(), std::move(text)).fix =
      RenameElementToNearest(reader_.source(), child, known);
}

void ChildChecker::CheckOrder(Element child, std::uint32_t field) {
  const std::uint32_t place = Place(field);
  if (scope_.any_order || decl_.order == stdlib::Order::kAny) {
    return;
  }
  if (place_field_ == kNone || place >= place_) {
    place_ = place;
    place_field_ = field;
    return;
  }
  const std::string_view later = decl_.elements[place_field_].name;
  Diagnostic& diagnostic =
      reader_.Report(DiagnosticKind::kMisplacedElement, child.NameRange(),
                     KnownTag(child.LocalName()) + " must stand before " + KnownTag(later));
  diagnostic.notes.push_back(
      {&reader_.source(), first_[place_field_], KnownTag(later) + " is here"});
  Range target = first_[place_field_];
  for (std::uint32_t other = 0; other < first_.size(); ++other) {
    if (Place(other) > place && !first_[other].empty() && first_[other].begin < target.begin) {
      target = first_[other];
    }
  }
  // The number of fixes is limited, because each fix examines all comments before the target.
  if (++moves_ <= kMaxMoves) {
    diagnostic.fix = MoveElement(reader_.source(), child, target);
  }
}

void ChildChecker::CheckCount(Element child, std::uint32_t field) {
  const ElementDecl& e = decl_.elements[field];
  if (e.mixed || decl_.order == stdlib::Order::kAny) {
    return;
  }
  if (!first_[field].empty() && scope_.version < e.repeat_since) {
    Message text = KnownTag(e.name) + " may stand only once in " + KnownTag(parent_.LocalName());
    if (e.repeat_since != kLatest) {
      text += "; " + VersionHint("more than one", scope_, e.repeat_since, kLatest);
    }
    reader_.Report(DiagnosticKind::kRepeatedElement, child.NameRange(), std::move(text))
        .notes.push_back({&reader_.source(), first_[field], "the first element is here"});
    return;
  }
  for (std::uint32_t other = Place(field); e.choice != 0 && other < first_.size(); ++other) {
    if (decl_.elements[other].choice != e.choice) {
      return;
    }
    if (other != field && !first_[other].empty()) {
      const std::string_view name = decl_.elements[other].name;
      reader_
          .Report(DiagnosticKind::kMisplacedElement, child.NameRange(),
                  KnownTag(e.name) + " and " + KnownTag(name) + " exclude each other")
          .notes.push_back({&reader_.source(), first_[other], KnownTag(name) + " is here"});
      return;
    }
  }
}

void ChildChecker::Finish() {
  std::uint32_t field = 0;
  while (field < decl_.elements.size()) {
    const std::uint8_t choice = decl_.elements[field].choice;
    const std::uint32_t first = field;
    bool required = false;
    bool found = false;
    do {
      required |= Exists(field) && IsRequired(decl_.elements[field], scope_.version);
      found |= !first_[field].empty() || meant_[field];
      ++field;
    } while (choice != 0 && field < decl_.elements.size() &&
             decl_.elements[field].choice == choice);
    if (required && !found) {
      ReportMissing(first, field);
    }
  }
}

void ChildChecker::ReportMissing(std::uint32_t first, std::uint32_t end) {
  Message names;
  for (std::uint32_t i = first; i < end; ++i) {
    if (Exists(i)) {
      names += Message(names.empty() ? "" : " or ") + KnownTag(decl_.elements[i].name);
    }
  }
  const std::string later = NamespaceWithout(decl_.elements[first]);
  Message text =
      KnownTag(parent_.LocalName()) + " has no " + names + ", which " + scope_.Name() + " requires";
  if (!later.empty()) {
    text += "; from " + Message::Words(later) + " on `<global>` gives it";
  }
  reader_.Report(DiagnosticKind::kMissingElement, parent_.NameRange(), std::move(text));
}

/// If `<global>` contains `missing`, a later schema version of this action may make `missing`
/// optional. Returns the namespace of the first version in which `missing` is optional. Returns ""
/// if no version makes it optional, or if the workflow's `<global>` does not contain `missing`.
std::string ChildChecker::NamespaceWithout(const ElementDecl& missing) const {
  if (!reader_.IsGivenToAll(missing.name)) {
    return {};
  }
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    for (const stdlib::Shape& shape : entry.decl->shapes) {
      if (shape.body != &decl_ || !scope_.ns.starts_with(shape.namespace_prefix) ||
          shape.family != stdlib::Family::kOwn) {
        continue;
      }
      for (const stdlib::Version version : shape.versions) {
        if (version > scope_.version && !IsRequired(missing, version)) {
          return std::string(shape.namespace_prefix) + stdlib::VersionName(version);
        }
      }
    }
  }
  return {};
}

}  // namespace hpdl::frontend
