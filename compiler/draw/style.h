#ifndef HPDL_COMPILER_DRAW_STYLE_H_
#define HPDL_COMPILER_DRAW_STYLE_H_

#include <string_view>

namespace hpdl::draw {

/// The style sheet of a picture. The light colours come first and use no variables, so that viewers
/// without media queries show the light picture. The picture has its own light or dark background,
/// so that it is also readable on a web page that ignores the viewer's preference.
inline constexpr std::string_view kStyle = R"(
.hpdl{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif}
.hpdl text{font-size:11px;fill:#59636e}
.hpdl .name{font-size:13px;font-weight:600;fill:#1f2328}
.hpdl .middle{text-anchor:middle}
.hpdl .page{fill:#fff}
.hpdl .box{fill:#f6f8fa;stroke:#c8d1da}
.hpdl .error{fill:#c5364a}
.hpdl .sign{fill:none;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}
.hpdl .command rect{fill:#e6ebf1}.hpdl .command path{stroke:#3f4c5a}
.hpdl .compute rect{fill:#ddebff}.hpdl .compute path{stroke:#0a5cc2}
.hpdl .table rect{fill:#fdecc8}.hpdl .table path{stroke:#8a5a00}
.hpdl .file rect{fill:#d9f2e0}.hpdl .file path{stroke:#14703a}
.hpdl .message rect{fill:#fbe0f0}.hpdl .message path{stroke:#a2267b}
.hpdl .flow rect{fill:#e9e2fd}.hpdl .flow path{stroke:#6639ba}
.hpdl .decision{fill:#fff6d6;stroke:#d9b44a}
.hpdl .bar{fill:#59636e}
.hpdl text.on{fill:#fff}
.hpdl .start{fill:#1f883d}
.hpdl .end{fill:#e3f6e8;stroke:#4aa764}.hpdl .end-sign{stroke:#1a7f37}
.hpdl .kill{fill:#ffeeee;stroke:#e08a90}.hpdl .kill-sign{stroke:#c5364a}
.hpdl .copy{stroke-dasharray:4 3}
.hpdl .line{fill:none;stroke:#8c959f;stroke-width:1.4}
.hpdl .head{fill:#8c959f}
.hpdl .line.failed{stroke:#de8d95;stroke-width:1.2;stroke-dasharray:4 3}
.hpdl .head.failed{fill:#de8d95}
.hpdl .when{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:#1f2328}
.hpdl .label{stroke:#fff;stroke-width:4px;stroke-linejoin:round;paint-order:stroke;text-anchor:middle}
@media (prefers-color-scheme:dark){
.hpdl text{fill:#9198a1}
.hpdl .name{fill:#f0f6fc}
.hpdl .page{fill:#0d1117}
.hpdl .box{fill:#161c24;stroke:#3d444d}
.hpdl .error{fill:#f0808a}
.hpdl .command rect{fill:#2a323c}.hpdl .command path{stroke:#b6c2cf}
.hpdl .compute rect{fill:#12294a}.hpdl .compute path{stroke:#6cb2ff}
.hpdl .table rect{fill:#3a2a0a}.hpdl .table path{stroke:#e3b341}
.hpdl .file rect{fill:#0f2f1c}.hpdl .file path{stroke:#56c878}
.hpdl .message rect{fill:#3a1730}.hpdl .message path{stroke:#f08ccb}
.hpdl .flow rect{fill:#271b47}.hpdl .flow path{stroke:#b794ff}
.hpdl .decision{fill:#2b2410;stroke:#8a6d1d}
.hpdl .bar{fill:#7d8590}
.hpdl text.on{fill:#0d1117}
.hpdl .start{fill:#3fb950}
.hpdl .end{fill:#10261a;stroke:#2f7d47}.hpdl .end-sign{stroke:#3fb950}
.hpdl .kill{fill:#2d1518;stroke:#8f3d45}.hpdl .kill-sign{stroke:#f0808a}
.hpdl .line{stroke:#6e7681}
.hpdl .head{fill:#6e7681}
.hpdl .line.failed{stroke:#94494f}
.hpdl .head.failed{fill:#94494f}
.hpdl .when{fill:#f0f6fc}
.hpdl .label{stroke:#0d1117}
}
)";

/// The additional style for a picture that shows the states of a run. The group of a node has the
/// node's state as a class. In this style, nodes without a state have no colour.
inline constexpr std::string_view kStateStyle = R"(
.hpdl .decision,.hpdl .end,.hpdl .kill{fill:#f6f8fa;stroke:#c8d1da}
.hpdl .start{fill:#59636e}.hpdl .end-sign,.hpdl .kill-sign{stroke:#59636e}
.hpdl .badge circle{stroke:#fff;stroke-width:1.5}
.hpdl .badge path{fill:none;stroke:#fff;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.hpdl .is-waiting .badge circle{fill:#6e7781}.hpdl .is-running .badge circle{fill:#9a6700}
.hpdl .is-done .badge circle{fill:#1a7f37}.hpdl .is-failed .badge circle{fill:#cf222e}
.hpdl .is-waiting .box,.hpdl .is-waiting .decision,.hpdl .is-waiting .end,.hpdl .is-waiting .kill{stroke:#818b98;stroke-width:2.5;fill:#f0f2f5}
.hpdl .is-waiting .bar,.hpdl .is-waiting .start{fill:#818b98}
.hpdl .is-running .box,.hpdl .is-running .decision,.hpdl .is-running .end,.hpdl .is-running .kill{stroke:#bf8700;stroke-width:2.5;fill:#fff3c4}
.hpdl .is-running .bar,.hpdl .is-running .start{fill:#bf8700}
.hpdl .is-done .box,.hpdl .is-done .decision,.hpdl .is-done .end,.hpdl .is-done .kill{stroke:#1a7f37;stroke-width:2.5;fill:#e3f6e8}
.hpdl .is-done .bar,.hpdl .is-done .start{fill:#1a7f37}
.hpdl .is-failed .box,.hpdl .is-failed .decision,.hpdl .is-failed .end,.hpdl .is-failed .kill{stroke:#cf222e;stroke-width:2.5;fill:#ffe5e5}
.hpdl .is-failed .bar,.hpdl .is-failed .start{fill:#cf222e}
@media (prefers-color-scheme:dark){
.hpdl .badge circle{stroke:#0d1117}
.hpdl .decision,.hpdl .end,.hpdl .kill{fill:#161c24;stroke:#3d444d}
.hpdl .start{fill:#7d8590}.hpdl .end-sign,.hpdl .kill-sign{stroke:#7d8590}
.hpdl .is-waiting .box,.hpdl .is-waiting .decision,.hpdl .is-waiting .end,.hpdl .is-waiting .kill{stroke:#7d8590;stroke-width:2.5;fill:#21262d}
.hpdl .is-waiting .bar,.hpdl .is-waiting .start{fill:#7d8590}
.hpdl .is-running .box,.hpdl .is-running .decision,.hpdl .is-running .end,.hpdl .is-running .kill{stroke:#d29922;stroke-width:2.5;fill:#35290b}
.hpdl .is-running .bar,.hpdl .is-running .start{fill:#d29922}
.hpdl .is-done .box,.hpdl .is-done .decision,.hpdl .is-done .end,.hpdl .is-done .kill{stroke:#3fb950;stroke-width:2.5;fill:#10261a}
.hpdl .is-done .bar,.hpdl .is-done .start{fill:#3fb950}
.hpdl .is-failed .box,.hpdl .is-failed .decision,.hpdl .is-failed .end,.hpdl .is-failed .kill{stroke:#f85149;stroke-width:2.5;fill:#3b1518}
.hpdl .is-failed .bar,.hpdl .is-failed .start{fill:#f85149}
}
)";

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_STYLE_H_
