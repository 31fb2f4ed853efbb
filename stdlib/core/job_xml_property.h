#ifndef HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
#define HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_

#include <cstdint>

namespace hpdl::stdlib {

/// The field of what a <job-xml> argument holds besides its text: for each property of the file
/// whose value the compiler has compiled, a node with its name, and below it one with the value.
inline constexpr std::uint32_t kJobXmlProperty = 0xfffffffe;

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
