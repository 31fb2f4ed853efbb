#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/client/failure.h"

/// Command lines as the GNU parser of Apache Commons CLI 1.2 takes them: `-name value`,
/// `--name value`, `-name=value`, and for options of one letter `-Nvalue`.
namespace hpdl::client {

/// How many words an option takes.
enum class Takes {
  kNothing,
  kOne,
  kPair,  ///< NAME=VALUE, or two words
  kAll,   ///< all words up to the next option, each split at its '='
};

/// Options of a group exclude each other.
enum class Group {
  kNone,
  kFirst,   ///< what a command does
  kDryRun,  ///< stands among the first where they are listed, and excludes none of them
};

/// One option of a command.
struct OptionDecl {
  std::string_view name;
  Takes takes = Takes::kNothing;
  std::string_view about;
  Group group = Group::kNone;
  std::string_view value_name = "arg";
};

/// One command, such as `job`.
struct CommandDecl {
  std::string_view name;
  std::string_view words;  ///< what help says before <ARGS>
  std::string_view about;
  std::span<const OptionDecl> options;
  bool takes_rest = false;   ///< the first word that is no option ends the options
  bool needs_first = false;  ///< one option of the first group must be there
};

/// What a command line says.
class ParsedArguments {
 public:
  bool Has(std::string_view option) const;
  /// The first value of the first such option.
  std::optional<std::string> Value(std::string_view option) const;
  std::string ValueOr(std::string_view option, std::string_view fallback) const;
  /// All words of all such options.
  std::vector<std::string> Values(std::string_view option) const;
  /// NAME and VALUE of each such option, in their order; "true" where there is no value.
  std::vector<std::pair<std::string, std::string>> Pairs(std::string_view option) const;
  /// What is no option.
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

/// `arguments` are those behind the name of the command.
Result<ParsedArguments> ParseArguments(const CommandDecl& command,
                                       std::span<const std::string> arguments);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_ARGUMENTS_H_
