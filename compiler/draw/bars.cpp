#include "compiler/draw/bars.h"

#include <algorithm>

namespace hpdl::draw {
namespace {

/// An arrow's end at a bar, and where its other end is along the direction of the bar.
struct End {
  std::size_t edge = 0;
  double other = 0;
};

/// The ends of arrows at each bar: those that go out of forks, or come into joins.
std::vector<std::vector<End>> EndsAtBars(const Scene& scene,
                                         const std::vector<hpdl_graph_node>& nodes, bool leaving) {
  const auto wanted = leaving ? hir::NodeType::kFork : hir::NodeType::kJoin;
  std::vector<std::vector<End>> ends(scene.nodes.size());
  for (std::size_t i = 0; i < scene.edges.size(); ++i) {
    const SceneEdge& edge = scene.edges[i];
    const std::size_t bar = leaving ? edge.from : edge.to;
    if (scene.nodes[bar].type == wanted) {
      const hpdl_graph_node& other = nodes[leaving ? edge.to : edge.from];
      ends[bar].push_back({i, scene.sideways ? -other.y : other.x});
    }
  }
  return ends;
}

bool Spread(const Scene& scene, bool leaving, std::vector<hpdl_graph_node>* nodes,
            std::vector<hpdl_graph_edge>* edges) {
  bool any = false;
  std::vector<std::vector<End>> all = EndsAtBars(scene, *nodes, leaving);
  for (std::size_t bar = 0; bar < all.size(); ++bar) {
    std::vector<End>& ends = all[bar];
    std::stable_sort(ends.begin(), ends.end(),
                     [](const End& a, const End& b) { return a.other < b.other; });
    for (std::size_t i = 0; i < ends.size(); ++i) {
      hpdl_graph_edge& edge = (*edges)[ends[i].edge];
      (leaving ? edge.from_place : edge.to_place) = static_cast<std::int32_t>(i) + 1;
    }
    (*nodes)[bar].places = std::max((*nodes)[bar].places, static_cast<std::int32_t>(ends.size()));
    any = any || !ends.empty();
  }
  return any;
}

}  // namespace

bool SpreadAtBars(const Scene& scene, std::vector<hpdl_graph_node>* nodes,
                  std::vector<hpdl_graph_edge>* edges) {
  const bool forks = Spread(scene, true, nodes, edges);
  return Spread(scene, false, nodes, edges) || forks;
}

}  // namespace hpdl::draw
