#ifndef HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
#define HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace hpdl::stdlib {

/// The field of what a <job-xml> argument holds besides its text: for each property of the file
/// whose value the compiler has compiled, a node with its name, and below it one with the value.
inline constexpr std::uint32_t kJobXmlProperty = 0xfffffffe;

// Names in ${...} of such a file that are looked up while the program runs. What else stands there
// needs the compiler.

inline bool BeginsName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
inline bool ContinuesName(char c) {
  return BeginsName(c) || (c >= '0' && c <= '9');
}

/// The name of a job property as the expression language has it.
inline bool IsVariableName(std::string_view name) {
  return !name.empty() && BeginsName(name.front()) &&
         std::all_of(name.begin(), name.end(), ContinuesName);
}

/// A name with dots, as properties of Hadoop have.
inline bool IsDottedName(std::string_view name) {
  return name.find('.') != std::string_view::npos && BeginsName(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return ContinuesName(c) || c == '.' || c == '-'; });
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
