#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/client/failure.h"
#include "runtime/programs/command_line/option.h"

/// Parses command lines as the GNU parser of Apache Commons CLI 1.2 does: `-name value`, `--name
/// value`, `-name=value`, and `-Nvalue` for options of one letter.
namespace hpdl::client {

using rt::OptionSpec;

/// One command, such as `job`.
struct CommandDecl {
  std::string_view name;
  std::string_view words;  ///< the words that help shows before <ARGS>
  std::string_view about;
  std::span<const OptionSpec> options;
  /// True if the first word that is not an option ends the options. The rest of the line is then
  /// not parsed.
  bool takes_rest = false;
  bool needs_first = false;  ///< the command line must have one option of the first group
};

/// A parsed command line.
class ParsedArguments {
 public:
  bool Has(std::string_view option) const;
  /// Returns the first value of the first option of this name.
  std::optional<std::string> Value(std::string_view option) const;
  std::string ValueOr(std::string_view option, std::string_view fallback) const;
  /// Returns all words of all options of this name.
  std::vector<std::string> Values(std::string_view option) const;
  /// Returns NAME and VALUE of each option of this name, in the order of the command line. If VALUE
  /// is missing, it is "true".
  std::vector<std::pair<std::string, std::string>> Pairs(std::string_view option) const;
  /// Returns the words that are not options.
  const std::vector<std::string>& words() const { return words_; }

 private:
  friend class ArgumentParser;
  struct Found {
    std::string name;
    std::vector<std::string> values;
  };
  std::vector<Found> found_;
  std::vector<std::string> words_;
};

/// Parses the arguments that stand behind the name of the command.
Result<ParsedArguments> ParseArguments(const CommandDecl& command,
                                       std::span<const std::string> arguments);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_
