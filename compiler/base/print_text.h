#ifndef HPDL_COMPILER_BASE_PRINT_TEXT_H_
#define HPDL_COMPILER_BASE_PRINT_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

/// Functions that turn values into text for `hpdlc emit`, messages and pictures.
namespace hpdl {

/// Returns the text in double quotes. A line feed becomes \n, any other control character becomes
/// \xHH. Quotes and backslashes get a backslash before them.
std::string Quote(std::string_view text);

/// Returns the count with its noun: "1 run", "2 runs".
std::string Counted(std::uint64_t count, std::string_view thing);

/// Returns the shortest decimal that reads back as the same number.
std::string Number(double value);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_PRINT_TEXT_H_
