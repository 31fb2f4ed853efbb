/* Functions of Graphviz' renderers, of pictures in nodes and of labels in HTML. The tables of node
 * shapes refer to them, but no layout calls them. compiler/draw/svg.cpp does the drawing. */
#include <stdlib.h>

#define NEVER_CALLED(name) \
  void name(void);         \
  void name(void) {        \
    abort();               \
  }

NEVER_CALLED(emit_html_label)
NEVER_CALLED(epsf_free)
NEVER_CALLED(epsf_init)
NEVER_CALLED(findStopColor)
NEVER_CALLED(free_html_label)
NEVER_CALLED(gvrender_begin_anchor)
NEVER_CALLED(gvrender_begin_label)
NEVER_CALLED(gvrender_beziercurve)
NEVER_CALLED(gvrender_box)
NEVER_CALLED(gvrender_ellipse)
NEVER_CALLED(gvrender_end_anchor)
NEVER_CALLED(gvrender_end_label)
NEVER_CALLED(gvrender_polygon)
NEVER_CALLED(gvrender_polyline)
NEVER_CALLED(gvrender_set_fillcolor)
NEVER_CALLED(gvrender_set_gradient_vals)
NEVER_CALLED(gvrender_set_pencolor)
NEVER_CALLED(gvrender_set_penwidth)
NEVER_CALLED(gvrender_set_style)
NEVER_CALLED(gvrender_textspan)
NEVER_CALLED(gvrender_usershape)
NEVER_CALLED(gvusershape_size)
NEVER_CALLED(html_path)
NEVER_CALLED(html_port)
NEVER_CALLED(make_html_label)
NEVER_CALLED(parse_style)
NEVER_CALLED(stripedBox)
NEVER_CALLED(wedgedEllipse)
