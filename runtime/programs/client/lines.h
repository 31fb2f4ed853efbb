#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_

#include <string>
#include <string_view>

namespace hpdl::client {

/// Returns the lines of `text`, each with a line feed in place of its own line end.
std::string WithLineFeeds(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_LINES_H_
