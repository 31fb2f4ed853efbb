#ifndef HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_
#define HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

/* Graphviz as numbers: sizes go in, places come out. Nothing of a definition's text gets there.
 * Lengths are points, y grows upwards. */
#ifdef __cplusplus
extern "C" {
#endif

/* A node by its size; its place comes back. */
struct hpdl_graph_node {
  double width, height;
  int32_t round; /* an ellipse; otherwise a box */
  int32_t last;  /* in the last row */
  int32_t fork;  /* arrows leave it side by side */
  int32_t join;  /* arrows enter it side by side */
  int32_t other; /* a fork: index of the join that ends it; a join: of that fork; -1: of none */
  int32_t row;   /* nodes with one number stand in one row; 0: in any */
  double x, y;   /* out: of the middle */
};

/* An arrow between two nodes; its curve comes back. */
struct hpdl_graph_edge {
  uint32_t from, to;                /* indices of nodes */
  double label_width, label_height; /* 0: no label */
  int32_t weight;                   /* how straight and short it is to be */
  double label_x, label_y;          /* out: of the middle */
  double tip_x, tip_y;              /* out: where the arrow ends */
  /* out: a Bezier curve of 3 n + 1 points, x and y in turn, that ends where the arrow begins; null
   * if Graphviz drew none. Taken from malloc. */
  double* points;
  size_t point_count;
};

/* A graph to be laid out. The arrays are the caller's. */
struct hpdl_graph {
  struct hpdl_graph_node* nodes;
  struct hpdl_graph_edge* edges;
  size_t node_count, edge_count;
  double node_gap, row_gap;
  double margin;    /* around each node, within the gaps: no other node's edge comes nearer */
  int32_t sideways; /* rows stand from left to right */
  int32_t quick;    /* fewer rounds of improvement */
};

/* Fills in what is marked as out. Leaves what it took from the heap: for a process that ends soon.
 */
void hpdl_graphviz_layout(struct hpdl_graph* graph);

#ifdef __cplusplus
}
#endif

#endif /* HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_ */
