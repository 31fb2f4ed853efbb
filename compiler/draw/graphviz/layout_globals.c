/* The parts that the layout of Graphviz needs in addition to the sources that build.sh compiles:
 * its global variables and the size of a text. */
#include <stdio.h>
#include <stdlib.h>

#include "types.h"

#define EXTERN /* makes globals.h define the variables */
#include "globals.h"
#include "gvc.h"
#include "gvcint.h"

/* Returns the size of a label. The label is its size as text, "WIDTH HEIGHT" in points, because no
 * text of a definition reaches Graphviz. */
pointf textspan_size(GVC_t* gvc, textspan_t* span) {
  (void)gvc;
  span->size.x = span->size.y = 0;
  sscanf(span->str, "%lf %lf", &span->size.x, &span->size.y);
  span->yoffset_layout = span->yoffset_centerline = 0;
  return span->size;
}

/* Makes an entry of the font dictionary, which keeps fonts by name. One font is enough. */
static void* MakeFont(Dt_t* dict, void* object, Dtdisc_t* disc) {
  (void)dict, (void)disc;
  textfont_t* font = calloc(1, sizeof(textfont_t));
  font->name = ((textfont_t*)object)->name;
  return font;
}

static int SameFont(Dt_t* dict, void* a, void* b, Dtdisc_t* disc) {
  (void)dict, (void)a, (void)b, (void)disc;
  return 0;
}

Dt_t* textfont_dict_open(GVC_t* gvc) {
  DTDISC(&gvc->textfont_disc, 0, sizeof(textfont_t), -1, MakeFont, NULL, SameFont, NULL, NULL,
         NULL);
  gvc->textfont_dt = dtopen(&gvc->textfont_disc, Dtoset);
  return gvc->textfont_dt;
}

/* Does nothing, because the code that draws the curves computes their extent. */
void update_bb_bz(boxf* box, pointf* points) {
  (void)box, (void)points;
}

/* Returns no drawing, because no graph has a background of drawing instructions. */
void* init_xdot(Agraph_t* graph) {
  (void)graph;
  return NULL;
}
