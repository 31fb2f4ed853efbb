#ifndef HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_
#define HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

/// What characters do on a terminal. hpdlc and programs lay out lines by it.
namespace hpdl {

/// Columns that a character takes, by Unicode's tables: 2 for most characters of East Asia and for
/// emoji; 0 for marks, joiners and colours, which are drawn on the character before; else 1, also
/// for what Unicode did not know when the tables were made.
std::size_t ColumnsOf(char32_t code);

/// Control characters of C0 and C1, and those that turn the direction of text: a text must not make
/// its lines look like something else.
bool ActsOnTerminals(char32_t code);

/// Columns that `text` takes on a terminal: wide characters count two, combining ones none. Escape
/// sequences are not expected in it.
std::size_t DisplayWidth(std::string_view text);
/// The longest beginning of `text` within `width` columns; ends in an ellipsis if something was
/// cut.
std::string Fit(std::string_view text, std::size_t width, bool utf8);
/// `text` on one line and harmless on a terminal: control characters become a space or \xNN, bytes
/// that are not UTF-8 become \xNN.
std::string OneLine(std::string_view text);
/// As OneLine, but keeps line ends and tabs: for the output of commands.
std::string Harmless(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_
