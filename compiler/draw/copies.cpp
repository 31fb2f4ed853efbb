#include "compiler/draw/copies.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hpdl::draw {
namespace {

using hir::NodeType;

/// If more decisions than this lead to one end or kill node, the node gets copies.
constexpr std::size_t kDecisionArrows = 5;
/// If an arrow from a decision to an end or kill node spans more rows than this, the node gets a
/// copy.
constexpr std::size_t kFarRows = 4;

/// Returns the row of each node. A node's row is below the rows of all nodes that lead to the node.
std::vector<std::size_t> Rows(const Scene& scene) {
  std::vector<std::vector<std::size_t>> next(scene.nodes.size());
  std::vector<std::size_t> before(scene.nodes.size()), rows(scene.nodes.size()), ready;
  for (const SceneEdge& edge : scene.edges) {
    next[edge.from].push_back(edge.to);
    ++before[edge.to];
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 0) {
      ready.push_back(i);
    }
  }
  while (!ready.empty()) {
    const std::size_t from = ready.back();
    ready.pop_back();
    for (const std::size_t to : next[from]) {
      rows[to] = std::max(rows[to], rows[from] + 1);
      if (--before[to] == 0) {
        ready.push_back(to);
      }
    }
  }
  return rows;
}

}  // namespace

void AddCopies(const Arrivals& arrivals, Scene& scene) {
  const std::vector<std::size_t> rows = Rows(scene);
  // For each pair of a decision and an end or kill node: the index of the copy.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> copies;
  for (SceneEdge& edge : scene.edges) {
    const NodeType to = scene.nodes[edge.to].type;
    const bool last = to == NodeType::kEnd || to == NodeType::kKill;
    const bool far = rows[edge.to] > rows[edge.from] + kFarRows;
    const bool one_of_many = arrivals.decisions[edge.to] > kDecisionArrows &&
                             arrivals.last_decision[edge.to] != edge.from;
    if (scene.nodes[edge.from].type != NodeType::kDecision || !last || !(far || one_of_many)) {
      continue;
    }
    const auto [copy, added] = copies.try_emplace({edge.from, edge.to}, scene.nodes.size());
    if (added) {
      SceneNode node = scene.nodes[edge.to];
      node.last = false;
      node.copy = true;
      scene.nodes.push_back(std::move(node));
    }
    edge.to = copy->second;
  }
}

}  // namespace hpdl::draw
