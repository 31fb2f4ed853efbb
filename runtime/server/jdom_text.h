#ifndef HPDL_RUNTIME_SERVER_JDOM_TEXT_H_
#define HPDL_RUNTIME_SERVER_JDOM_TEXT_H_

#include <string>
#include <string_view>

namespace hpdl::rt {

/// Text of an element as JDOM writes it, which Oozie has: lines end in "\r\n". What is no UTF-8 is
/// replaced.
void AppendJdomText(std::string* out, std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JDOM_TEXT_H_
