#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_QUESTION_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_QUESTION_H_

#include <cstddef>
#include <string>
#include <vector>

namespace hpdl::rt {

/// The default of ProgramQuestion::most_output, in bytes.
inline constexpr std::size_t kMostAnswer = 256 << 10;

/// A command line that a server runs because of what the program prints.
struct ProgramQuestion {
  std::vector<std::string> argv;          ///< argv[0] is the path of the program
  std::size_t most_output = kMostAnswer;  ///< in bytes; a longer answer is an error
};

/// The end of a program that has ended by itself, in time and with its whole output.
struct ProgramAnswer {
  int code = 0;        ///< the exit code
  std::string output;  ///< standard output
  std::string errors;  ///< the begin of standard error, at most 4 KiB
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_QUESTION_H_
