#ifndef HPDL_STDLIB_LOCAL_PROPERTY_TEXT_H_
#define HPDL_STDLIB_LOCAL_PROPERTY_TEXT_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::stdlib {

/// Returns the properties in the text format of java.util.Properties. Java reads the text as ISO
/// 8859-1, so characters outside ASCII are written as UTF-16 escapes.
std::string PropertyText(const rt::Properties& properties);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_PROPERTY_TEXT_H_
