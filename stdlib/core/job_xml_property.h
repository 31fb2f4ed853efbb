#ifndef HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
#define HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/trim.h"
#include "runtime/ground/expression/scan.h"

namespace hpdl::stdlib {

/// The field of what a <job-xml> argument holds besides its text: for each property of the file
/// whose value the compiler has compiled, a node with its name, and below it one with the value.
inline constexpr std::uint32_t kJobXmlProperty = 0xfffffffe;

/// A name with dots, as properties of Hadoop have: `${a.b}` is no expression there.
inline bool IsDottedName(std::string_view name) {
  const auto begins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  return name.find('.') != std::string_view::npos && begins(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return begins(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
         });
}

/// A value of such a file for the parser of expressions: `${a.b}` becomes what asks for the job's
/// property of that name, and gives `${a.b}` itself, for Hadoop to expand, if there is none.
inline std::string WithHadoopNames(const std::string& value) {
  std::string text;
  for (const rt::Segment& segment : rt::SplitTemplate(value, false)) {
    const std::string part = value.substr(segment.begin, segment.end - segment.begin);
    const std::string name(segment.expression && segment.closed
                               ? Trimmed(rt::BodyOf(value, segment))
                               : std::string_view());
    if (IsDottedName(name)) {
      const std::string property = "wf:conf('" + name + "')";
      text += "${" + property + " == null ? '" + part + "' : " + property + "}";
    } else {
      text += part;
    }
  }
  return text;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
