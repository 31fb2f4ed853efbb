#include "compiler/language/block.h"

#include <algorithm>

#include "compiler/language/words.h"
#include "stdlib/core/common.h"
#include "stdlib/core/control.h"
#include "stdlib/core/coordinator.h"

namespace hpdl::language {

using stdlib::AttributeDecl;
using stdlib::Content;
using stdlib::ElementDecl;
using stdlib::StructDecl;
using stdlib::Version;

namespace {

struct Section {
  const StructDecl* decl;
  std::string_view title;
};

namespace control = stdlib::control;
constexpr Section kSections[] = {
    {&stdlib::kConfigurationDecl, "configuration"},
    {&stdlib::kLauncherDecl, "launcher"},
    {&stdlib::kPrepareDecl, "prepare"},
    {&stdlib::kActionPrepareDecl, "prepare"},
    {&stdlib::kHwsPrepareDecl, "prepare"},
    {&stdlib::kGlobalDecl, "global"},
    {&control::kParametersDecl, "parameters"},
    {&control::kCredentialsDecl, "credentials"},
    {&control::kDecisionDecl, "decision"},
    {&control::kForkDecl, "fork and join"},
    {&control::kJoinDecl, "fork and join"},
    {&control::kActionDecl, "action"},
    {&stdlib::coordinator::kDatasetsDecl, "datasets"},
    {&stdlib::coordinator::kInputEventsDecl, "input-events and output-events"},
    {&stdlib::coordinator::kOutputEventsDecl, "input-events and output-events"},
    {&stdlib::coordinator::kInputLogicDecl, "input-logic"},
    {&stdlib::coordinator::kLogicGroupDecl, "input-logic"},
    {&stdlib::coordinator::kActionDecl, "action of a coordinator"},
    {&control::kHwsDecisionDecl, "decision (HWS)"},
    {&control::kHwsForkDecl, "fork and join (HWS)"},
    {&control::kHwsJoinDecl, "fork and join (HWS)"},
};

bool IsRequired(const ElementDecl& e, Version version) {
  return e.required_since != stdlib::kLatest && version >= e.required_since &&
         version <= e.required_until;
}

bool In(Version version, Version since, Version until) {
  return version >= since && version <= until;
}

}  // namespace

std::string VersionName(Version version) {
  std::string name = std::to_string(version / 100) + "." + std::to_string(version / 10 % 10);
  if (version % 10 != 0) {
    name += "." + std::to_string(version % 10);
  }
  return name;
}

std::string ByVersion(Versions versions, std::span<const std::string> values) {
  std::string text;
  for (std::size_t begin = 0; begin < versions.size();) {
    std::size_t end = begin + 1;
    while (end < versions.size() && values[end] == values[begin]) {
      ++end;
    }
    if (values[begin] != "-") {
      const bool first = begin == 0;
      const bool last = end == versions.size();
      text += (text.empty() ? "" : ", ") + values[begin];
      if (!first || !last) {
        const std::string from = VersionName(versions[begin]);
        const std::string to = VersionName(versions[end - 1]);
        text += last ? " from " + from : first ? " to " + to : " in " + from;
        text += first || last || begin + 1 == end ? "" : " to " + to;
      }
    }
    begin = end;
  }
  return text;
}

std::string_view SectionOf(const StructDecl& decl) {
  for (const Section& section : kSections) {
    if (section.decl == &decl) {
      return section.title;
    }
  }
  return {};
}

void Block::Add(int depth, std::string_view form, std::string when, std::string meaning) {
  lines_.push_back({std::string(2 * depth, ' ').append(form), std::move(when), std::move(meaning)});
}

void Block::AddRoot(std::string_view name, const StructDecl& decl) {
  const bool empty = decl.elements.empty() && decl.text == nullptr;
  Add(0,
      "<" + std::string(name) + Attributes(decl) +
          (empty       ? "/>"
           : decl.text ? "> text"
                       : ">"),
      "", "");
  AddInside(1, decl);
}

bool Block::Exists(const ElementDecl& e) const {
  return std::any_of(versions_.begin(), versions_.end(),
                     [&](Version v) { return In(v, e.since, e.until); });
}

/// Returns how often the element may occur, for each version: 1, ?, + or *.
std::string Block::Times(const ElementDecl& e, bool many) const {
  std::vector<std::string> marks;
  for (const Version version : versions_) {
    const bool repeated = many || version >= e.repeat_since;
    const bool required = !many && IsRequired(e, version);
    marks.push_back(!In(version, e.since, e.until) ? "-"
                    : required                     ? (repeated ? "+" : "1")
                                                   : (repeated ? "*" : "?"));
  }
  return ByVersion(versions_, marks);
}

/// Returns one mark for each version. The mark only shows whether a member of a choice may be
/// repeated. The line before the choice shows whether a member is required.
std::string Block::TimesInChoice(const ElementDecl& e) const {
  std::vector<std::string> marks;
  for (const Version version : versions_) {
    marks.push_back(!In(version, e.since, e.until) ? "-" : version >= e.repeat_since ? "+" : "");
  }
  const std::string text = ByVersion(versions_, marks);
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

/// Returns the attributes that all versions require and that have no description of their own.
std::string Block::Attributes(const StructDecl& decl) const {
  std::string text;
  for (const AttributeDecl& a : decl.attributes) {
    if (a.required && a.doc.empty()) {
      text += " " + std::string(a.name) + "=\"" + std::string(FormOf(a.rule)) + "\"";
    }
  }
  return text;
}

void Block::AddAttributes(int depth, const StructDecl& decl) {
  for (const AttributeDecl& a : decl.attributes) {
    std::vector<std::string> marks;
    for (const Version version : versions_) {
      marks.push_back(!In(version, a.since, a.until) ? "-" : a.required ? "1" : "?");
    }
    const std::string when = ByVersion(versions_, marks);
    if (when.empty() || (a.required && a.doc.empty())) {
      continue;
    }
    Add(depth, std::string(a.name) + "=\"" + std::string(FormOf(a.rule)) + "\"", when,
        std::string(a.doc));
  }
}

void Block::AddElement(int depth, const ElementDecl& e, std::string when) {
  std::string form = "<" + std::string(e.name);
  const std::string meaning(e.doc.empty() ? CommonMeaning(e.name) : e.doc);
  if (e.content == Content::kText) {
    Add(depth, form + "> " + std::string(FormOf(e.rule)), std::move(when), meaning);
    return;
  }
  if (e.content == Content::kFlag) {
    Add(depth, form + "/>", std::move(when), meaning);
    return;
  }
  const std::string_view section = SectionOf(*e.type);
  form += Attributes(*e.type);
  if (!section.empty()) {
    Add(depth, form + "> ...", std::move(when), meaning);
    if (std::find(sections_.begin(), sections_.end(), section) == sections_.end()) {
      sections_.push_back(section);
    }
    return;
  }
  const bool text = e.type->text != nullptr;
  const bool empty = !text && std::none_of(e.type->elements.begin(), e.type->elements.end(),
                                           [&](const ElementDecl& inner) { return Exists(inner); });
  Add(depth, form + (empty ? "/>" : text ? "> text" : ">"), std::move(when), meaning);
  AddInside(depth + 1, *e.type);
}

/// Adds the members of a choice, and a line before the members that announces the choice. Returns
/// the index after the last member.
std::size_t Block::AddChoice(int depth, const StructDecl& decl, std::size_t first) {
  std::size_t end = first;
  std::vector<const ElementDecl*> members;
  for (; end < decl.elements.size() && decl.elements[end].choice == decl.elements[first].choice;
       ++end) {
    if (Exists(decl.elements[end])) {
      members.push_back(&decl.elements[end]);
    }
  }
  if (members.size() < 2) {
    if (!members.empty()) {
      AddElement(depth, *members[0], Times(*members[0], members[0]->mixed));
    }
    return end;
  }
  if (members[0]->mixed) {
    Add(depth, "in any order:", "", "");
  } else {
    std::vector<std::string> marks;
    for (const Version version : versions_) {
      marks.push_back(std::any_of(members.begin(), members.end(),
                                  [&](const ElementDecl* e) { return IsRequired(*e, version); })
                          ? "1"
                          : "?");
    }
    Add(depth, "one of:", ByVersion(versions_, marks), "");
  }
  for (const ElementDecl* e : members) {
    AddElement(depth + 1, *e, e->mixed ? Times(*e, true) : TimesInChoice(*e));
  }
  return end;
}

void Block::AddInside(int depth, const StructDecl& decl) {
  AddAttributes(depth, decl);
  const bool any_order = decl.order == stdlib::Order::kAny;
  if (any_order) {
    Add(depth, "in any order:", "", "");
    ++depth;
  }
  for (std::size_t i = 0; i < decl.elements.size();) {
    const ElementDecl& e = decl.elements[i];
    if (e.choice != 0) {
      i = AddChoice(depth, decl, i);
      continue;
    }
    if (Exists(e)) {
      AddElement(depth, e, Times(e, any_order));
    }
    ++i;
  }
}

std::string Block::Format() const {
  std::size_t form = 0;
  std::size_t when = 0;
  for (const Line& line : lines_) {
    form = std::max(form, line.form.size());
    when = std::max(when, line.when.size());
  }
  std::string text = "```text\n";
  for (const Line& line : lines_) {
    std::string row = line.form + std::string(form - line.form.size() + 2, ' ') + line.when;
    if (!line.meaning.empty()) {
      row += std::string(when - line.when.size() + 2, ' ') + line.meaning;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text + "```\n";
}

}  // namespace hpdl::language
