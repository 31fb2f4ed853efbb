#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/output.h"
#include "compiler/pipeline/pipeline.h"

namespace hpdl::driver {

/// The options, the help and the operands of one command.
struct CommandLine {
  const Command& command;
  const std::string name;  ///< "verify", for example
  boost::program_options::options_description options{"Options"};
  boost::program_options::variables_map values;
  std::vector<std::string> operands;
  int exit_code = kExitOk;

  explicit CommandLine(const Command& command);

  /// Parses the arguments and checks the values of options that have choices. Returns false if the
  /// command must end with exit_code, because the function has printed the help or a usage error.
  bool Parse(const Arguments& arguments);

  bool Has(const std::string& option) const { return values.count(option) != 0; }
  std::string Get(const std::string& option) const { return values[option].as<std::string>(); }
  std::vector<std::string> All(const std::string& option) const;
};

/// Adds `-D NAME=VALUE` and `--config F`, for commands that take properties.
void AddPropertyOptions(CommandLine* line);
/// Adds --with-folder.
void AddFolderOption(CommandLine* line);
/// Adds -Werror and -Wno-KIND.
void AddWarningOptions(CommandLine* line);
/// Adds the warning options, --format and --color.
void AddDiagnosticOptions(CommandLine* line);

/// Declares an option with one value. `argument` is the name of the value in --help, or the values
/// to choose from, separated by '|'.
boost::program_options::typed_value<std::string>* TakesOne(const std::string& argument);
/// Declares an option that may be repeated.
boost::program_options::typed_value<std::vector<std::string>>* TakesMany(const char* argument);
/// Returns the name of the value of an option, or the values to choose from. Returns "" for an
/// option without a value.
std::string ArgumentOf(const boost::program_options::option_description& option);

using pipeline::PropertyMap;
/// Reads the -D options. If a name is given twice, the last value takes effect. Returns false after
/// a usage error.
bool ReadDefines(const CommandLine& line, PropertyMap* properties);
/// Reads the -W options. Returns false after a usage error. A kind that is unknown or that is
/// always an error causes a usage error.
bool ReadWarnings(const CommandLine& line, Diagnostics::Options* options);

/// Reads --format and --color.
void ReadOutput(const CommandLine& line, OutputOptions* output);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OPTIONS_H_
