#include "runtime/server/protocols/oozie/node_order.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

using Rows = std::vector<const NodeRow*>;

std::int64_t StartOf(const NodeRow* row) {
  return row->started_ms == 0 ? INT64_MAX : row->started_ms;
}

/// Sorts rows with the same time: each row comes after the rows whose transitions lead to it.
void SortByTransition(Rows::iterator begin, Rows::iterator end) {
  const Rows rows(begin, end);
  std::map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    place[rows[i]->node] = i;
  }
  // For each row, the number of rows whose transitions lead to the row.
  std::vector<std::size_t> before(rows.size());
  const auto each_next = [&](std::size_t i, auto&& act) {
    for (const std::string_view name : Split(rows[i]->transition, ',')) {
      const auto next = place.find(name);
      if (next != place.end() && next->second != i) {
        act(next->second);
      }
    }
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    each_next(i, [&](std::size_t next) { ++before[next]; });
  }
  std::set<std::size_t> ready, left;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    (before[i] == 0 ? ready : left).insert(i);
  }
  while (begin != end) {
    // If no row is ready, each row in `left` is part of a cycle of transitions or comes after a
    // cycle. The first row in `left` then comes next.
    std::set<std::size_t>& from = ready.empty() ? left : ready;
    const std::size_t i = *from.begin();
    from.erase(from.begin());
    *begin++ = rows[i];
    each_next(i, [&](std::size_t next) {
      if (before[next] > 0 && --before[next] == 0 && left.erase(next) > 0) {
        ready.insert(next);
      }
    });
  }
}

}  // namespace

std::vector<const NodeRow*> InOrderOfStart(const std::vector<NodeRow>& nodes) {
  Rows rows;
  for (const NodeRow& node : nodes) {
    rows.push_back(&node);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const NodeRow* a, const NodeRow* b) { return StartOf(a) < StartOf(b); });
  for (auto begin = rows.begin(); begin != rows.end();) {
    const auto end = std::find_if(
        begin, rows.end(), [&](const NodeRow* row) { return StartOf(row) != StartOf(*begin); });
    SortByTransition(begin, end);
    begin = end;
  }
  return rows;
}

}  // namespace hpdl::rt
