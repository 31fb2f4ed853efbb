#include "compiler/draw/graphviz_bars.h"

#include <graphviz/const.h>
#include <math.h>
#include <stdlib.h>

/* Sets the point at which an edge leaves the lower side or enters the upper side of a node. The
 * point is relative to the middle of the node. Rows follow each other from top to bottom here, even
 * if Graphviz turns the graph later. */
static void SetPort(port* port, double x, double y) {
  port->p.x = x;
  port->p.y = y;
  port->theta = y < 0 ? -M_PI / 2 : M_PI / 2;
  port->side = y < 0 ? BOTTOM : TOP;
  port->defined = port->constrained = TRUE;
  port->clip = port->dyna = FALSE;
}

static int ByTail(const void* a, const void* b) {
  return ND_order(agtail(*(Agedge_t* const*)a)) - ND_order(agtail(*(Agedge_t* const*)b));
}

static int ByHead(const void* a, const void* b) {
  return ND_order(aghead(*(Agedge_t* const*)a)) - ND_order(aghead(*(Agedge_t* const*)b));
}

/* The edges at one side of a bar, and the width of the part of the side that each edge gets. */
struct Side {
  Agedge_t** edges; /* in the order of their next nodes or bends in the next row */
  double* parts;
  size_t count;
};

static void* Allocate(size_t count, size_t size) {
  void* memory = calloc(count + 1, size);
  if (memory == NULL) {
    abort();
  }
  return memory;
}

/* Returns the width of the node at the other end of an edge. The edge may be a part of a longer
 * edge. */
static double FarWidth(Agedge_t* e, int leaving) {
  while (ED_to_orig(e) != NULL) {
    e = ED_to_orig(e);
  }
  Agnode_t* n = leaving ? aghead(e) : agtail(e);
  return ND_lw(n) + ND_rw(n);
}

static struct Side SideOf(const elist* list, int leaving, double gap) {
  struct Side side = {.count = (size_t)list->size};
  side.edges = Allocate(side.count, sizeof(Agedge_t*));
  side.parts = Allocate(side.count, sizeof(double));
  for (size_t i = 0; i < side.count; ++i) {
    side.edges[i] = list->list[i];
  }
  qsort(side.edges, side.count, sizeof(Agedge_t*), leaving ? ByHead : ByTail);
  for (size_t i = 0; i < side.count; ++i) {
    side.parts[i] = FarWidth(side.edges[i], leaving) + gap;
  }
  return side;
}

/* Spreads the edges of `side` over the lower or upper side of a bar. The edges keep their order in
 * `side`, so they do not cross near the bar. */
static void Spread(const struct Side* side, int leaving, double width, double height) {
  double all = 0, before = 0;
  for (size_t i = 0; i < side->count; ++i) {
    all += side->parts[i];
  }
  for (size_t i = 0; i < side->count; ++i) {
    Agedge_t* e = side->edges[i];
    SetPort(leaving ? &ED_tail_port(e) : &ED_head_port(e),
            width * ((before + side->parts[i] / 2) / all - 0.5),
            leaving ? -height / 2 : height / 2);
    before += side->parts[i];
  }
}

/* Gives edge i of a fork and edge i of its join equal parts, so that branches are straight. */
static void Align(struct Side* a, struct Side* b) {
  for (size_t i = 0; a->count == b->count && i < a->count; ++i) {
    a->parts[i] = b->parts[i] = a->parts[i] > b->parts[i] ? a->parts[i] : b->parts[i];
  }
}

void hpdl_spread_at_bars(const struct hpdl_graph* graph, Agnode_t** nodes) {
  const double gap = graph->node_gap - 2 * graph->margin;
  struct Side* sides = Allocate(graph->node_count, sizeof(struct Side));
  for (size_t i = 0; i < graph->node_count; ++i) {
    const struct hpdl_graph_node* node = &graph->nodes[i];
    if (node->fork || node->join) {
      sides[i] = SideOf(node->fork ? &ND_out(nodes[i]) : &ND_in(nodes[i]), node->fork, gap);
    }
  }
  for (size_t i = 0; i < graph->node_count; ++i) {
    const struct hpdl_graph_node* node = &graph->nodes[i];
    if (node->fork && node->other >= 0) {
      Align(&sides[i], &sides[node->other]);
    }
  }
  for (size_t i = 0; i < graph->node_count; ++i) {
    const struct hpdl_graph_node* node = &graph->nodes[i];
    if (node->fork || node->join) {
      Spread(&sides[i], node->fork, graph->sideways ? node->height : node->width,
             graph->sideways ? node->width : node->height);
    }
  }
  for (size_t i = 0; i < graph->node_count; ++i) {
    free(sides[i].edges);
    free(sides[i].parts);
  }
  free(sides);
}
