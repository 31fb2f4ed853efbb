#ifndef HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_OPTION_H_
#define HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_OPTION_H_

#include <cstdint>
#include <string_view>

namespace hpdl::rt {

/// One option of a command. Parsers, --help, manual pages and completion scripts use this
/// declaration. The options of emitted programs have GNU's syntax (programs/program/options.h). The
/// options of hpdl have the syntax of Oozie's client (programs/client/arguments.h).
struct OptionSpec {
  /// The number of words in the value of an option of hpdl.
  enum class Words : std::uint8_t {
    kOne,
    kPair,  ///< NAME=VALUE, or two words
    kAll,   ///< all words up to the next option, each split at its '='
  };
  /// A group of options of hpdl. A command line may have only one option of each group.
  enum class Group : std::uint8_t {
    kNone,
    kFirst,  ///< selects the action of the command
    /// -dryrun: help lists it in the first group, but every option of that group may stand beside
    /// it.
    kDryRun,
  };

  std::string_view name;  ///< without dashes
  /// The name of the option's value in --help. "": the option is a flag.
  std::string_view argument;
  std::string_view help;
  std::string_view choices = {};  ///< the values to choose from, separated by '|'; "": any value
  char letter = '\0';             ///< a second, short name, written with one dash
  Words words = Words::kOne;
  Group group = Group::kNone;
  bool path = false;  ///< true if the value is a path, although `argument` is neither FILE nor DIR

  constexpr bool TakesPath() const { return path || argument == "FILE" || argument == "DIR"; }
};

constexpr OptionSpec TakesPair(OptionSpec option) {
  option.words = OptionSpec::Words::kPair;
  return option;
}
constexpr OptionSpec TakesAllWords(OptionSpec option) {
  option.words = OptionSpec::Words::kAll;
  return option;
}
constexpr OptionSpec InFirstGroup(OptionSpec option) {
  option.group = OptionSpec::Group::kFirst;
  return option;
}
constexpr OptionSpec InDryRunGroup(OptionSpec option) {
  option.group = OptionSpec::Group::kDryRun;
  return option;
}
constexpr OptionSpec TakesPath(OptionSpec option) {
  option.path = true;
  return option;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_OPTION_H_
