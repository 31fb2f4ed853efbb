#include "compiler/draw/graphviz_layout.h"

#include <graphviz/gvc.h>
#include <graphviz/gvcint.h>
#include <graphviz/types.h>
#include <stdio.h>
#include <stdlib.h>

/* Of Graphviz' own headers that are no interface for others. */
extern void graph_init(graph_t* graph, boolean use_rankdir);
extern void gv_initShapes(void);
extern void dot_layout(graph_t* graph);
extern Dt_t* textfont_dict_open(GVC_t* context);

static const double kPointsPerInch = 72;

/* What the layout reads from attributes. */
struct Attributes {
  Agsym_t *width, *height, *shape, *name, *label, *weight, *tail, *head;
  char out_side, in_side;
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
  GraphNumber(g, "nodesep", graph->node_gap / kPointsPerInch);
  GraphNumber(g, "ranksep", graph->row_gap / kPointsPerInch);
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
  attributes.name = agattr(g, AGNODE, "label", "");
  attributes.label = agattr(g, AGEDGE, "label", "");
  attributes.weight = agattr(g, AGEDGE, "weight", "1");
  attributes.tail = agattr(g, AGEDGE, "tailport", "");
  attributes.head = agattr(g, AGEDGE, "headport", "");
  attributes.out_side = graph->sideways ? 'e' : 's';
  attributes.in_side = graph->sideways ? 'w' : 'n';
  agattr(g, AGEDGE, "arrowsize", "0.7");
  return attributes;
}

/* A record of as many fields, each with a name: "<1>|<2>|<3>". */
static void SetPlaces(Agnode_t* n, const struct Attributes* attributes, int32_t places) {
  const size_t most = 16;
  char* fields = malloc(most * (size_t)places);
  if (fields == NULL) {
    abort();
  }
  size_t length = 0;
  for (int32_t i = 1; i <= places; ++i) {
    length += (size_t)snprintf(fields + length, most, i > 1 ? "|<%d>" : "<%d>", (int)i);
  }
  agxset(n, attributes->shape, "record");
  agxset(n, attributes->name, fields);
  free(fields);
}

static void SetPlace(Agedge_t* e, Agsym_t* attribute, int32_t place, char side) {
  if (place > 0) {
    char text[24];
    snprintf(text, sizeof text, "%d:%c", (int)place, side);
    agxset(e, attribute, text);
  }
}

static Agnode_t* AddNode(graph_t* g, graph_t* last_row, const struct Attributes* attributes,
                         const struct hpdl_graph_node* node) {
  Agnode_t* n = agnode(g, NULL, TRUE);
  SetNumber(n, attributes->width, node->width / kPointsPerInch);
  SetNumber(n, attributes->height, node->height / kPointsPerInch);
  if (node->round) {
    agxset(n, attributes->shape, "ellipse");
  }
  if (node->places > 0) {
    SetPlaces(n, attributes, node->places);
  }
  if (node->last) {
    agsubnode(last_row, n, TRUE);
  }
  return n;
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
  SetPlace(e, attributes->tail, edge->from_place, attributes->out_side);
  SetPlace(e, attributes->head, edge->to_place, attributes->in_side);
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

/* As gvLayout does, for the one layout that there is. */
static void RunDot(graph_t* g) {
  static GVC_t context;
  agbindrec(g, "Agraphinfo_t", sizeof(Agraphinfo_t), TRUE);
  GD_gvc(g) = &context;
  textfont_dict_open(&context);
  graph_init(g, TRUE);
  gv_initShapes();
  dot_layout(g);
}

void hpdl_graphviz_layout(struct hpdl_graph* graph) {
  agseterr(AGMAX);
  graph_t* g = agopen("g", Agdirected, NULL);
  const struct Attributes attributes = Declare(g, graph);
  graph_t* last_row = agsubg(g, "last", TRUE);
  agxset(last_row, agattr(g, AGRAPH, "rank", ""), "sink");
  Agnode_t** nodes = calloc(graph->node_count + 1, sizeof *nodes);
  Agedge_t** edges = calloc(graph->edge_count + 1, sizeof *edges);
  if (nodes == NULL || edges == NULL) {
    abort();
  }
  for (size_t i = 0; i < graph->node_count; ++i) {
    nodes[i] = AddNode(g, last_row, &attributes, &graph->nodes[i]);
  }
  for (size_t i = 0; i < graph->edge_count; ++i) {
    const struct hpdl_graph_edge* edge = &graph->edges[i];
    edges[i] = AddEdge(g, nodes[edge->from], nodes[edge->to], &attributes, edge);
  }
  RunDot(g);
  for (size_t i = 0; i < graph->node_count; ++i) {
    graph->nodes[i].x = ND_coord(nodes[i]).x;
    graph->nodes[i].y = ND_coord(nodes[i]).y;
  }
  for (size_t i = 0; i < graph->edge_count; ++i) {
    ReadEdge(edges[i], &graph->edges[i]);
  }
}
