#include "compiler/driver/fix/corrections.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/frontend/xml/edit_bytes.h"

namespace hpdl::driver {
namespace {

/// The edits chosen so far. They do not overlap.
class ChosenEdits {
 public:
  /// True if an edit of `range` fits the chosen edits. Two insertions at one place fit, and so do
  /// replacements of two neighbouring ranges. An insertion at the beginning or end of a replaced
  /// range does not fit, because the order of the two texts would not be clear.
  bool Fits(Range range) const {
    const auto beside = [&](Range other) {
      return range.empty() ? other == range : !other.empty();
    };
    auto next = by_end_.lower_bound({range.begin, 0});
    for (; next != by_end_.end() && next->first == range.begin; ++next) {
      if (!beside({next->second, next->first})) {
        return false;
      }
    }
    return next == by_end_.end() || next->second > range.end ||
           (next->second == range.end && beside({next->second, next->first}));
  }
  void Add(Range range) { by_end_.insert({range.end, range.begin}); }

 private:
  std::set<std::pair<std::uint32_t, std::uint32_t>> by_end_;  // end and begin of each edit
};

/// Returns the kinds and texts of the errors. Warnings that -Werror makes errors are left out.
std::multiset<std::pair<DiagnosticKind, std::string_view>> ErrorsOf(const Found& found) {
  std::multiset<std::pair<DiagnosticKind, std::string_view>> errors;
  for (const Diagnostic& diagnostic : found) {
    if (InfoOf(diagnostic.kind).severity == Severity::kError) {
      errors.insert({diagnostic.kind, diagnostic.text.str()});
    }
  }
  return errors;
}

bool IsAboutSyntax(const Found& found) {
  return std::any_of(found.begin(), found.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.kind == DiagnosticKind::kXmlSyntax;
  });
}

/// True if new text contains U+FFFD. This character may stand for bytes that are not UTF-8, and
/// these would be lost.
bool MovesReplacedBytes(const std::vector<Fix::Edit>& edits) {
  return std::any_of(edits.begin(), edits.end(), [](const Fix::Edit& edit) {
    return edit.text.find("\uFFFD") != edit.text.npos;
  });
}

}  // namespace

bool IsSafe(const Diagnostic& diagnostic, const Definition& definition) {
  return diagnostic.fix.has_value() && diagnostic.fix->safe && !diagnostic.fix->edits.empty() &&
         !MovesReplacedBytes(diagnostic.fix->edits) && diagnostic.source != nullptr &&
         diagnostic.source == definition.source.get();
}

Chosen Choose(const Found& found, const Definition& definition) {
  Chosen chosen;
  ChosenEdits taken;
  for (const Diagnostic& diagnostic : found) {
    if (!IsSafe(diagnostic, definition)) {
      continue;
    }
    const auto& edits = diagnostic.fix->edits;
    if (std::all_of(edits.begin(), edits.end(),
                    [&](const Fix::Edit& edit) { return taken.Fits(edit.range); })) {
      chosen.push_back(&diagnostic);
      for (const Fix::Edit& edit : edits) {
        taken.Add(edit.range);
      }
    }
  }
  return chosen;
}

std::string Edited(const std::string& bytes, const Definition& definition, const Chosen& chosen) {
  std::vector<Fix::Edit> edits;
  for (const Diagnostic* diagnostic : chosen) {
    edits.insert(edits.end(), diagnostic->fix->edits.begin(), diagnostic->fix->edits.end());
  }
  std::stable_sort(edits.begin(), edits.end(), [](const Fix::Edit& a, const Fix::Edit& b) {
    return a.range.begin < b.range.begin;
  });
  return frontend::EditBytes(bytes, definition.source->text(), edits);
}

const Diagnostic* Worse(const Found& before, const Found& after) {
  const auto place = [](const Found& found) { return found.empty() ? 0 : found[0].range.begin; };
  if (IsAboutSyntax(before) && (!IsAboutSyntax(after) || place(after) > place(before))) {
    return nullptr;  // the text after the syntax error was not checked before
  }
  auto old = ErrorsOf(before);
  for (const Diagnostic& diagnostic : after) {
    if (InfoOf(diagnostic.kind).severity != Severity::kError) {
      continue;
    }
    const auto known = old.find({diagnostic.kind, diagnostic.text.str()});
    if (known == old.end()) {
      return &diagnostic;
    }
    old.erase(known);
  }
  return nullptr;
}

bool Helped(const Chosen& chosen, const Found& before, const Found& after) {
  std::map<DiagnosticKind, long> fewer;
  for (const Diagnostic& diagnostic : before) {
    ++fewer[diagnostic.kind];
  }
  for (const Diagnostic& diagnostic : after) {
    --fewer[diagnostic.kind];
  }
  return IsAboutSyntax(before) ||
         std::all_of(chosen.begin(), chosen.end(),
                     [&](const Diagnostic* corrected) { return fewer[corrected->kind] > 0; });
}

}  // namespace hpdl::driver
