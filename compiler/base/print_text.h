#ifndef HPDL_COMPILER_BASE_PRINT_TEXT_H_
#define HPDL_COMPILER_BASE_PRINT_TEXT_H_

#include <string>
#include <string_view>

/// Values as the printed forms of the ast and the hir have them.
namespace hpdl {

/// In double quotes, with \n, \xHH for other control characters, and a backslash before quotes and
/// backslashes.
std::string Quote(std::string_view text);

/// The shortest decimal that reads back as the same number.
std::string Number(double value);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_PRINT_TEXT_H_
