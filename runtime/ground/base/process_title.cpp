#include "runtime/ground/base/process_title.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace hpdl::rt {
namespace {

/// The memory with the arguments of the command line, one after the other.
std::span<char> command_line;

}  // namespace

void RememberCommandLine(int argc, char** argv) {
  if (argc <= 0) {
    return;
  }
  char* end = argv[0];
  for (int i = 0; i < argc && argv[i] == end; ++i) {
    end += std::strlen(argv[i]) + 1;
  }
  command_line = {argv[0], end};
}

void SetProcessTitle(std::string_view title) {
  if (command_line.empty()) {
    return;
  }
  std::fill(command_line.begin(), command_line.end(), '\0');
  std::copy_n(title.begin(), std::min(title.size(), command_line.size() - 1), command_line.begin());
}

}  // namespace hpdl::rt
