#ifndef HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_
#define HPDL_STDLIB_CORE_JOB_XML_PROPERTY_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/expression/scan.h"

namespace hpdl::stdlib {

/// The field number of the nodes below a <job-xml> argument. Each node stands for one property
/// whose value the compiler has compiled. The node has the property's name, and its child has the
/// value.
inline constexpr std::uint32_t kJobXmlProperty = HPDL_FILE_PROPERTY;

/// True if `name` has dots, like the names of Hadoop's properties. In a <job-xml> file, `${a.b}` is
/// not an EL expression but refers to the property a.b.
inline bool IsDottedName(std::string_view name) {
  const auto begins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  return name.find('.') != std::string_view::npos && begins(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return begins(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
         });
}

/// Prepares a value of a <job-xml> file for the parser of expressions, and returns it. Each
/// reference `${a.b}` becomes an expression with the value of the job's property a.b. If the job
/// has no property a.b, the expression gives the text `${a.b}`, which Hadoop expands.
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
