#ifndef HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_
#define HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

/// Computes the width of texts on a terminal and makes texts harmless. hpdlc and programs use these
/// functions to lay out lines.
namespace hpdl {

/// Returns the number of columns of a character according to Unicode's tables: 2 for most
/// characters of East Asia and for emoji, 0 for combining marks, joiners and emoji colours, else 1.
/// Terminals draw characters with 0 columns on the character before. A character that is newer than
/// the tables has 1 column.
std::size_t ColumnsOf(char32_t code);

/// True for control characters of C0 and C1 and for characters that change the direction of text.
/// If such a character reaches a terminal, it can hide or change the text around it.
bool ActsOnTerminals(char32_t code);

/// Returns the number of columns of `text` on a terminal: 2 for each wide character, 0 for each
/// combining character. `text` must not contain escape sequences.
std::size_t DisplayWidth(std::string_view text);
/// Returns `text` if it fits into `width` columns. Otherwise returns the longest beginning of
/// `text` that fits together with a mark at its end: an ellipsis if `utf8` is true, else '~'.
std::string Fit(std::string_view text, std::size_t width, bool utf8);
/// Returns `text` on one line and harmless on a terminal: control characters become a space or
/// \xNN, and bytes that are not UTF-8 become \xNN.
std::string OneLine(std::string_view text);
/// Does the same as OneLine(), but keeps line ends and tabs. It is for the output of commands.
std::string Harmless(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_TERMINAL_TEXT_H_
