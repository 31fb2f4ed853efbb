#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/output.h"
#include "compiler/pipeline/pipeline.h"

namespace hpdl::driver {

/// The options, the help and the operands of one command.
struct CommandLine {
  std::string name;      ///< "verify", for example
  std::string synopsis;  ///< the operands for --help, "[options] PATH..."
  std::string about;     ///< the description for --help
  boost::program_options::options_description options{"Options"};
  boost::program_options::variables_map values;
  std::vector<std::string> operands;
  int exit_code = kExitOk;

  explicit CommandLine(std::string command, std::string operands_synopsis, std::string description);

  /// Parses the arguments. Returns false if the command must end with exit_code: --help was
  /// answered, or a usage error was printed.
  bool Parse(const Arguments& arguments);

  bool Has(const std::string& option) const { return values.count(option) != 0; }
  std::string Get(const std::string& option) const { return values[option].as<std::string>(); }
  std::vector<std::string> All(const std::string& option) const;
};

/// Adds `-D NAME=VALUE` and `--config F`, for commands that take properties.
void AddPropertyOptions(CommandLine* line);
/// Adds -Werror and -Wno-KIND.
void AddWarningOptions(CommandLine* line);
/// Adds the warning options, --format and --color.
void AddDiagnosticOptions(CommandLine* line);

/// True if the value of an option is one of `words`. Returns false after a usage error.
bool IsOneOf(const CommandLine& line, const std::string& option,
             std::initializer_list<std::string_view> words);

using pipeline::PropertyMap;
/// Reads the -D options; the last of equal names wins. Returns false after a usage error.
bool ReadDefines(const CommandLine& line, PropertyMap* properties);
/// Reads the -W options. Returns false after a usage error: an unknown kind, or a kind that is an
/// error.
bool ReadWarnings(const CommandLine& line, Diagnostics::Options* options);

/// Reads --format and --color. Returns false after a usage error.
bool ReadOutput(const CommandLine& line, OutputOptions* output);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_
