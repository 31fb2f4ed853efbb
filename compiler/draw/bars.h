#ifndef HPDL_COMPILER_DRAW_BARS_H_
#define HPDL_COMPILER_DRAW_BARS_H_

#include <vector>

#include "compiler/draw/graphviz_layout.h"
#include "compiler/draw/scene.h"

namespace hpdl::draw {

/// Gives the arrows that leave a fork, and those that come into a join, places side by side along
/// the bar: in the order in which a first layout, which `nodes` has, puts their other ends. False
/// if the scene has no bars.
bool SpreadAtBars(const Scene& scene, std::vector<hpdl_graph_node>* nodes,
                  std::vector<hpdl_graph_edge>* edges);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_BARS_H_
