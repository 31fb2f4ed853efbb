#ifndef HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_
#define HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_

#include <stddef.h>
#include <stdint.h>

/* Passes numbers to Graphviz: sizes go in, places come out. No text of a definition
 * reaches Graphviz. Lengths are in points; y grows upwards. */
#ifdef __cplusplus
extern "C" {
#endif

/* A node with its size. The layout fills in its place. */
struct hpdl_graph_node {
  double width, height;
  int32_t round; /* 1 for an ellipse, 0 for a box */
  int32_t last;  /* 1 if the node must be in the last row */
  int32_t fork;  /* 1 if arrows leave the node side by side */
  int32_t join;  /* 1 if arrows enter the node side by side */
  int32_t other; /* the index of the join of a fork, or of the fork of a join; otherwise -1 */
  int32_t row;   /* nodes with the same number are in one row; 0 allows any row */
  double x, y;   /* out: the middle of the node */
};

/* An arrow between two nodes. The layout fills in its curve. */
struct hpdl_graph_edge {
  uint32_t from, to;                /* indices of nodes */
  double label_width, label_height; /* 0 if the edge has no label */
  int32_t weight;                   /* higher for an edge that should be straighter and shorter */
  double label_x, label_y;          /* out: the middle of the label */
  double tip_x, tip_y;              /* out: the end of the arrow */
  /* out: a Bezier curve of 3 n + 1 points, with x and y in turn. The curve ends where the head of
   * the arrow begins. It is null if Graphviz drew no curve. The memory comes from malloc. */
  double* points;
  size_t point_count;
};

/* A graph to lay out. The caller owns the arrays. */
struct hpdl_graph {
  struct hpdl_graph_node* nodes;
  struct hpdl_graph_edge* edges;
  size_t node_count, edge_count;
  double node_gap, row_gap;
  double margin;    /* distance of other edges from each node; included in the gaps */
  int32_t sideways; /* 1 if the rows follow each other from left to right */
  int32_t quick;    /* 1 for fewer rounds of improvement */
};

/* Fills in the fields marked "out". Does not free its heap memory, so it is only for a process
 * that ends soon. */
void hpdl_graphviz_layout(struct hpdl_graph* graph);

#ifdef __cplusplus
}
#endif

#endif /* HPDL_COMPILER_DRAW_GRAPHVIZ_LAYOUT_H_ */
