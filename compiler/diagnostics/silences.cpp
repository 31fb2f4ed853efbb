#include "compiler/diagnostics/silences.h"

#include <algorithm>

namespace hpdl {

void Silences::Add(DiagnosticKind kind, const SourceBuffer* source, Range range, Range place) {
  List& list = lists_[{source, kind}];
  list.entries.push_back({range, place});
  list.sorted = false;
}

void Silences::Sort(List* list) {
  if (list->sorted) {
    return;
  }
  std::vector<Entry>& entries = list->entries;
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.range.begin < b.range.begin; });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : entries[i - 1].furthest;
    entries[i].furthest = entries[before].range.end >= entries[i].range.end ? before : i;
  }
  list->sorted = true;
}

bool Silences::Covers(DiagnosticKind kind, const SourceBuffer* source, std::uint32_t offset) {
  const auto found = lists_.find({source, kind});
  if (found == lists_.end()) {
    return false;
  }
  Sort(&found->second);
  std::vector<Entry>& entries = found->second.entries;
  const auto behind =
      std::upper_bound(entries.begin(), entries.end(), offset,
                       [](std::uint32_t at, const Entry& entry) { return at < entry.range.begin; });
  if (behind == entries.begin()) {
    return false;
  }
  Entry& furthest = entries[std::prev(behind)->furthest];
  if (furthest.range.end <= offset) {
    return false;
  }
  furthest.used = true;
  return true;
}

std::vector<Silences::Useless> Silences::Unused() const {
  std::vector<Useless> unused;
  for (const auto& [key, list] : lists_) {
    for (const Entry& entry : list.entries) {
      if (!entry.used) {
        unused.push_back({key.second, key.first, entry.place});
      }
    }
  }
  return unused;
}

}  // namespace hpdl
