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

/// One command's options, help and operands.
struct CommandLine {
  std::string name;      ///< "verify"
  std::string synopsis;  ///< "[options] PATH..."
  std::string about;     ///< what it does, for --help
  boost::program_options::options_description options{"Options"};
  boost::program_options::variables_map values;
  std::vector<std::string> operands;
  int exit_code = kExitOk;

  explicit CommandLine(std::string command, std::string operands_synopsis, std::string description);

  /// False if the command is over: --help was answered, or a usage error reported; then exit_code.
  bool Parse(const Arguments& arguments);

  bool Has(const std::string& option) const { return values.count(option) != 0; }
  std::string Get(const std::string& option) const { return values[option].as<std::string>(); }
  std::vector<std::string> All(const std::string& option) const;
};

/// `-D NAME=VALUE` and `--config F`, for commands that take properties.
void AddPropertyOptions(CommandLine* line);
/// -Werror and -Wno-KIND.
void AddWarningOptions(CommandLine* line);
/// These, --format and --color.
void AddDiagnosticOptions(CommandLine* line);

/// Whether the value of an option is one of a few words; false after a usage error.
bool IsOneOf(const CommandLine& line, const std::string& option,
             std::initializer_list<std::string_view> words);

using pipeline::PropertyMap;
/// The -D options; the last of equal names wins. False after a usage error.
bool ReadDefines(const CommandLine& line, PropertyMap* properties);
/// The -W options. False after a usage error: an unknown kind, or one that is an error.
bool ReadWarnings(const CommandLine& line, Diagnostics::Options* options);

/// --format and --color. False after a usage error.
bool ReadOutput(const CommandLine& line, OutputOptions* output);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_
