#include "compiler/draw/graphviz_layout.h"

#include <graphviz/const.h>
#include <graphviz/gvc.h>
#include <graphviz/gvcint.h>
#include <graphviz/types.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler/draw/graphviz_bars.h"

/* Declarations of Graphviz' internal headers, which are not a public interface. */
extern void graph_init(graph_t* graph, boolean use_rankdir);
extern void gv_initShapes(void);
extern void setEdgeType(graph_t* graph, int type);
extern void dot_init_node_edge(graph_t* graph);
extern void dot_rank(graph_t* graph, void* aspect);
extern void dot_mincross(graph_t* graph, int balance);
extern void dot_position(graph_t* graph, void* aspect);
extern void dot_sameports(graph_t* graph);
extern void dot_splines(graph_t* graph);
extern void dotneato_postprocess(graph_t* graph);
extern Dt_t* textfont_dict_open(GVC_t* context);

static const double kPointsPerInch = 72;

/* The attributes that the layout reads. */
struct Attributes {
  Agsym_t *width, *height, *shape, *label, *weight, *rank;
};

static void SetNumber(void* object, Agsym_t* attribute, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.6f", value);
  agxset(object, attribute, text);
}

static void GraphNumber(graph_t* graph, char* name, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.6f", value);
  agattr(graph, AGRAPH, name, text);
}

static struct Attributes Declare(graph_t* g, const struct hpdl_graph* graph) {
  struct Attributes attributes;
  GraphNumber(g, "nodesep", (graph->node_gap - 2 * graph->margin) / kPointsPerInch);
  GraphNumber(g, "ranksep", (graph->row_gap - 2 * graph->margin) / kPointsPerInch);
  if (graph->sideways) {
    agattr(g, AGRAPH, "rankdir", "LR");
  }
  if (graph->quick) {
    GraphNumber(g, "nslimit", 2);
    GraphNumber(g, "nslimit1", 2);
    GraphNumber(g, "mclimit", 0.5);
  }
  attributes.width = agattr(g, AGNODE, "width", "1");
  attributes.height = agattr(g, AGNODE, "height", "1");
  attributes.shape = agattr(g, AGNODE, "shape", "box");
  agattr(g, AGNODE, "fixedsize", "true");
  agattr(g, AGNODE, "label", "");
  attributes.label = agattr(g, AGEDGE, "label", "");
  attributes.weight = agattr(g, AGEDGE, "weight", "1");
  attributes.rank = agattr(g, AGRAPH, "rank", "");
  agattr(g, AGEDGE, "arrowsize", "0.7");
  return attributes;
}

static Agnode_t* AddNode(graph_t* g, const struct Attributes* attributes,
                         const struct hpdl_graph_node* node) {
  Agnode_t* n = agnode(g, NULL, TRUE);
  SetNumber(n, attributes->width, node->width / kPointsPerInch);
  SetNumber(n, attributes->height, node->height / kPointsPerInch);
  if (node->round) {
    agxset(n, attributes->shape, "ellipse");
  }
  return n;
}

static void AddToRow(graph_t* g, const struct Attributes* attributes, const char* name,
                     const char* rank, Agnode_t* n) {
  graph_t* row = agsubg(g, (char*)name, TRUE);
  agxset(row, attributes->rank, (char*)rank);
  agsubnode(row, n, TRUE);
}

static void AddToRows(graph_t* g, const struct Attributes* attributes,
                      const struct hpdl_graph_node* node, Agnode_t* n) {
  if (node->last) {
    AddToRow(g, attributes, "last", "sink", n);
  } else if (node->row > 0) {
    char name[16];
    snprintf(name, sizeof name, "%d", (int)node->row);
    AddToRow(g, attributes, name, "same", n);
  }
}

static Agedge_t* AddEdge(graph_t* g, Agnode_t* from, Agnode_t* to,
                         const struct Attributes* attributes, const struct hpdl_graph_edge* edge) {
  Agedge_t* e = agedge(g, from, to, NULL, TRUE);
  if (edge->label_width > 0) {
    char text[80];
    snprintf(text, sizeof text, "%.3f %.3f", edge->label_width, edge->label_height);
    agxset(e, attributes->label, text);
  }
  char weight[16];
  snprintf(weight, sizeof weight, "%d", (int)edge->weight);
  agxset(e, attributes->weight, weight);
  return e;
}

static void ReadEdge(Agedge_t* e, struct hpdl_graph_edge* edge) {
  if (ED_label(e) != NULL) {
    edge->label_x = ED_label(e)->pos.x;
    edge->label_y = ED_label(e)->pos.y;
  }
  if (ED_spl(e) == NULL || ED_spl(e)->size == 0) {
    return;
  }
  const bezier* curve = &ED_spl(e)->list[ED_spl(e)->size - 1];
  edge->points = malloc(sizeof(double) * 2 * (size_t)curve->size);
  if (edge->points == NULL) {
    return;
  }
  edge->point_count = (size_t)curve->size;
  for (size_t i = 0; i < edge->point_count; ++i) {
    edge->points[2 * i] = curve->list[i].x;
    edge->points[2 * i + 1] = curve->list[i].y;
  }
  const pointf tip = curve->eflag ? curve->ep : curve->list[curve->size - 1];
  edge->tip_x = tip.x;
  edge->tip_y = tip.y;
}

/* Makes each node larger than its shape by the margin, so that the edges of other nodes do not come
 * near the shape. The edges of the node itself end at its shape. An ellipse gets no margin, because
 * its edges would end at the border of the larger node. */
static void AddMargins(const struct hpdl_graph* graph, Agnode_t** nodes) {
  for (size_t i = 0; i < graph->node_count; ++i) {
    if (!graph->nodes[i].round) {
      ND_lw(nodes[i]) += graph->margin;
      ND_rw(nodes[i]) += graph->margin;
      ND_ht(nodes[i]) += 2 * graph->margin;
      ND_width(nodes[i]) += 2 * graph->margin / kPointsPerInch;
      ND_height(nodes[i]) += 2 * graph->margin / kPointsPerInch;
    }
  }
}

/* Does the steps of gvLayout and dot_layout for `dot`, the only layout here. */
static void RunDot(graph_t* g, const struct hpdl_graph* graph, Agnode_t** nodes) {
  static GVC_t context;
  agbindrec(g, "Agraphinfo_t", sizeof(Agraphinfo_t), TRUE);
  GD_gvc(g) = &context;
  textfont_dict_open(&context);
  graph_init(g, TRUE);
  gv_initShapes();
  setEdgeType(g, ET_SPLINE);
  GD_dotroot(g) = g;
  for (graph_t* row = agfstsubg(g); row != NULL; row = agnxtsubg(row)) {
    agbindrec(row, "Agraphinfo_t", sizeof(Agraphinfo_t), TRUE);
  }
  dot_init_node_edge(g);
  AddMargins(graph, nodes);
  dot_rank(g, NULL);
  dot_mincross(g, FALSE);
  hpdl_spread_at_bars(graph, nodes);
  dot_position(g, NULL);
  dot_sameports(g);
  dot_splines(g);
  dotneato_postprocess(g);
}

void hpdl_graphviz_layout(struct hpdl_graph* graph) {
  agseterr(AGMAX);
  graph_t* g = agopen("g", Agdirected, NULL);
  const struct Attributes attributes = Declare(g, graph);
  Agnode_t** nodes = calloc(graph->node_count + 1, sizeof *nodes);
  Agedge_t** edges = calloc(graph->edge_count + 1, sizeof *edges);
  if (nodes == NULL || edges == NULL) {
    abort();
  }
  for (size_t i = 0; i < graph->node_count; ++i) {
    nodes[i] = AddNode(g, &attributes, &graph->nodes[i]);
    AddToRows(g, &attributes, &graph->nodes[i], nodes[i]);
  }
  for (size_t i = 0; i < graph->edge_count; ++i) {
    const struct hpdl_graph_edge* edge = &graph->edges[i];
    edges[i] = AddEdge(g, nodes[edge->from], nodes[edge->to], &attributes, edge);
  }
  RunDot(g, graph, nodes);
  for (size_t i = 0; i < graph->node_count; ++i) {
    graph->nodes[i].x = ND_coord(nodes[i]).x;
    graph->nodes[i].y = ND_coord(nodes[i]).y;
  }
  for (size_t i = 0; i < graph->edge_count; ++i) {
    ReadEdge(edges[i], &graph->edges[i]);
  }
}
