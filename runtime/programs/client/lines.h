#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_

#include <string>
#include <string_view>

namespace hpdl::client {

/// Each line of `text` with a line feed behind it, whatever it ended with.
std::string WithLineFeeds(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_
