#ifndef HPDL_COMPILER_DRAW_TEXT_H_
#define HPDL_COMPILER_DRAW_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::draw {

enum class Font { kSans, kBold, kMono };

/// Returns the width of a line of UTF-8 at a font size, in pixels. The viewer chooses the font, so
/// the result is an upper bound for the usual fonts (Helvetica, Arial, Liberation Sans, system
/// monospace).
double TextWidth(std::string_view text, Font font, double size);
/// Returns the width of the widest line, or 0 if there are no lines.
double Widest(const std::vector<std::string>& lines, Font font, double size);

/// Splits a text into lines of at most `width` code points. It breaks a line behind a character of
/// `breaks` if possible, otherwise anywhere. Text beyond `lines` lines becomes an ellipsis. Each
/// run of white space becomes one blank.
std::vector<std::string> Wrap(std::string_view text, std::size_t width, std::size_t lines,
                              std::string_view breaks);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_TEXT_H_
