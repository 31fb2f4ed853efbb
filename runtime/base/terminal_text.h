#ifndef HPDL_RUNTIME_BASE_TERMINAL_TEXT_H_
#define HPDL_RUNTIME_BASE_TERMINAL_TEXT_H_

#include <cstddef>

/// What characters do on a terminal. hpdlc and programs lay out lines by it.
namespace hpdl {

/// Columns that a character takes, by Unicode's tables: 2 for most characters of East Asia and for
/// emoji; 0 for marks, joiners and colours, which are drawn on the character before; else 1, also
/// for what Unicode did not know when the tables were made.
std::size_t ColumnsOf(char32_t code);

/// Control characters of C0 and C1, and those that turn the direction of text: a text must not make
/// its lines look like something else.
bool ActsOnTerminals(char32_t code);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_BASE_TERMINAL_TEXT_H_
