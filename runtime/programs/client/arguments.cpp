#include "runtime/programs/client/arguments.h"

#include <algorithm>

#include "runtime/ground/base/java_hash.h"

namespace hpdl::client {
namespace {

using Group = OptionSpec::Group;
using Words = OptionSpec::Words;

std::string_view WithoutHyphens(std::string_view text) {
  text.remove_prefix(text.starts_with("--") ? 2 : text.starts_with('-') ? 1 : 0);
  return text;
}

/// Removes quotes around a word. Usually a shell has removed them, but a program that starts the
/// client without a shell may leave them.
std::string_view WithoutQuotes(std::string_view text) {
  text.remove_prefix(text.starts_with('"') ? 1 : 0);
  text.remove_suffix(text.ends_with('"') ? 1 : 0);
  return text;
}

const OptionSpec* FindOption(const CommandDecl& command, std::string_view word) {
  const std::string_view name = WithoutHyphens(word);
  for (const OptionSpec& option : command.options) {
    if (option.name == name) {
      return &option;
    }
  }
  return nullptr;
}

/// Adds a word to `out`. Splits "-NAME=VALUE" and "-NVALUE" into two words. Returns true if the
/// rest of the command line must stay as it is, because `word` ends the options
/// (CommandDecl::takes_rest).
bool AddWords(const CommandDecl& command, const std::string& word, std::vector<std::string>* out) {
  const std::string_view name = WithoutHyphens(word);
  const std::size_t equals = name.find('=');
  if (FindOption(command, word) != nullptr) {
    out->push_back(word);
  } else if (equals != std::string_view::npos &&
             FindOption(command, name.substr(0, equals)) != nullptr) {
    out->push_back(word.substr(0, word.find('=')));
    out->push_back(word.substr(word.find('=') + 1));
  } else if (FindOption(command, word.substr(0, 2)) != nullptr) {
    out->push_back(word.substr(0, 2));
    out->push_back(word.substr(2));
  } else {
    out->push_back(word);
    return command.takes_rest;
  }
  return false;
}

std::vector<std::string> SplitWords(const CommandDecl& command,
                                    std::span<const std::string> arguments) {
  std::vector<std::string> words;
  bool rest = false;
  for (const std::string& argument : arguments) {
    if (rest || argument == "-" || !argument.starts_with('-')) {
      words.push_back(argument);
    } else if (argument == "--") {
      words.push_back(argument);
      rest = true;
    } else {
      rest = AddWords(command, argument, &words);
    }
  }
  return words;
}

std::string ListOfFirstGroup(const CommandDecl& command) {
  std::vector<std::string> names;
  for (const OptionSpec& option : command.options) {
    if (option.group != Group::kNone) {
      names.emplace_back(option.name);
    }
  }
  std::string text;
  for (const std::string& name : rt::JavaHashOrder(names)) {
    text += (text.empty() ? "[-" : ", -") + name + " ";
    text += FindOption(command, name)->help;
  }
  return text + "]";
}

/// True if any word contains "-dryrun". A word need not be equal to "-dryrun", because the Java
/// code joins all words and searches the joined text.
bool SaysDryRun(std::span<const std::string> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument.find("-dryrun") != std::string::npos;
  });
}

}  // namespace

class ArgumentParser {
 public:
  ArgumentParser(const CommandDecl& command, std::span<const std::string> arguments)
      : command_(command), words_(SplitWords(command, arguments)) {}

  Result<ParsedArguments> Parse() {
    for (bool rest = false; next_ < words_.size();) {
      const std::string& word = words_[next_++];
      if (rest) {
        if (word != "--") {
          result_.words_.push_back(word);
        }
      } else if (word == "--" || (word == "-" && command_.takes_rest)) {
        rest = true;
      } else if (word.starts_with('-') && word != "-" && !TakesAsWord(word)) {
        HPDL_TRY(TakeOption(word));
      } else {
        result_.words_.push_back(word);
        rest = command_.takes_rest;
      }
    }
    return std::move(result_);
  }

  bool has_first() const { return !chosen_[static_cast<int>(Group::kFirst)].empty(); }

 private:
  bool TakesAsWord(const std::string& word) const {
    return command_.takes_rest && FindOption(command_, word) == nullptr;
  }

  Result<void> TakeOption(const std::string& word) {
    const OptionSpec* option = FindOption(command_, word);
    if (option == nullptr) {
      return SyntaxFailure("Unrecognized option: " + word);
    }
    if (option->group != Group::kNone) {
      std::string& chosen = chosen_[static_cast<int>(option->group)];
      if (!chosen.empty() && chosen != option->name) {
        return SyntaxFailure("The option '" + std::string(option->name) +
                             "' was specified but an option from this group has already been "
                             "selected: '" +
                             chosen + "'");
      }
      chosen = option->name;
    }
    ParsedArguments::Found found{std::string(option->name), {}};
    if (!option->argument.empty()) {
      TakeValues(option->words, &found.values);
      if (found.values.empty()) {
        return SyntaxFailure("Missing argument for option: " + found.name);
      }
    }
    result_.found_.push_back(std::move(found));
    return {};
  }

  /// Takes words as values of an option, until the next option or until the option has all its
  /// values.
  void TakeValues(Words words, std::vector<std::string>* values) {
    const std::size_t most = words == Words::kOne ? 1 : words == Words::kPair ? 2 : SIZE_MAX;
    for (; next_ < words_.size() && values->size() < most; ++next_) {
      const std::string& word = words_[next_];
      if (word.starts_with('-') && FindOption(command_, word) != nullptr) {
        return;
      }
      std::string_view text = WithoutQuotes(word);
      for (std::size_t equals = 0; words != Words::kOne && values->size() + 1 < most &&
                                   (equals = text.find('=')) != std::string_view::npos;) {
        values->emplace_back(text.substr(0, equals));
        text.remove_prefix(equals + 1);
      }
      values->emplace_back(text);
    }
  }

  const CommandDecl& command_;
  const std::vector<std::string> words_;
  std::size_t next_ = 0;
  std::string chosen_[3];  ///< for each group, the option that the command line has chosen
  ParsedArguments result_;
};

bool ParsedArguments::Has(std::string_view option) const {
  return std::any_of(found_.begin(), found_.end(),
                     [option](const Found& found) { return found.name == option; });
}

std::vector<std::string> ParsedArguments::Values(std::string_view option) const {
  std::vector<std::string> values;
  for (const Found& found : found_) {
    if (found.name == option) {
      values.insert(values.end(), found.values.begin(), found.values.end());
    }
  }
  return values;
}

std::optional<std::string> ParsedArguments::Value(std::string_view option) const {
  const std::vector<std::string> values = Values(option);
  return values.empty() ? std::nullopt : std::optional(values.front());
}

std::string ParsedArguments::ValueOr(std::string_view option, std::string_view fallback) const {
  return Value(option).value_or(std::string(fallback));
}

std::vector<std::pair<std::string, std::string>> ParsedArguments::Pairs(
    std::string_view option) const {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Found& found : found_) {
    if (found.name == option) {
      pairs.emplace_back(found.values.front(), found.values.size() > 1 ? found.values[1] : "true");
    }
  }
  return pairs;
}

Result<ParsedArguments> ParseArguments(const CommandDecl& command,
                                       std::span<const std::string> arguments) {
  ArgumentParser parser(command, arguments);
  Result<ParsedArguments> parsed = parser.Parse();
  if (parsed && command.needs_first && !parser.has_first() && !SaysDryRun(arguments)) {
    return SyntaxFailure("Missing required option: " + ListOfFirstGroup(command));
  }
  return parsed;
}

}  // namespace hpdl::client
