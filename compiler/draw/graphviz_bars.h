#ifndef HPDL_COMPILER_DRAW_GRAPHVIZ_BARS_H_
#define HPDL_COMPILER_DRAW_GRAPHVIZ_BARS_H_

#include <graphviz/gvc.h>
#include <graphviz/types.h>

#include "compiler/draw/graphviz_layout.h"

/* Places edges side by side where they leave a fork or enter a join. Call this
 * function after Graphviz has ordered the rows and before it places the nodes. */
void hpdl_spread_at_bars(const struct hpdl_graph* graph, Agnode_t** nodes);

#endif /* HPDL_COMPILER_DRAW_GRAPHVIZ_BARS_H_ */
