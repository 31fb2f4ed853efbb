#include "compiler/driver/commands/options.h"

#include <algorithm>
#include <boost/program_options/parsers.hpp>
#include <cstdio>
#include <sstream>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/formats.h"
#include "compiler/driver/commands/oozie_words.h"
#include "runtime/ground/base/text_parts.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

std::string DidYouMeanOption(const po::options_description& options, const std::string& wrong) {
  std::vector<std::string_view> names;
  for (const auto& option : options.options()) {
    names.push_back(option->long_name());
  }
  const std::size_t begin = std::min(wrong.find_first_not_of('-'), wrong.size());
  const std::string_view nearest = Nearest(std::string_view(wrong).substr(begin), names);
  return nearest.empty() ? "" : "; did you mean '--" + std::string(nearest) + "'?";
}

/// True if the word is an option whose value is the next word.
bool TakesNext(const po::options_description& options, const std::string& word) {
  if (word.starts_with("--") && word.find('=') == std::string::npos) {
    const auto* option = options.find_nothrow(word.substr(2), false);
    return option != nullptr && option->semantic()->max_tokens() > 0;
  }
  return word == "-o" || word == "-D" || word == "-W";
}

/// Returns an error if an argument is a long option of hpdlc or an option of Oozie, written with
/// one dash, such as -config. The long options of hpdlc have two dashes. Returns "" if there is no
/// such argument. The value of an option is not checked.
std::string WrongSpelling(const po::options_description& options, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (argument.size() < 3 || argument[0] != '-' || argument[1] == '-') {
      continue;
    }
    const std::string word = argument.substr(1, argument.find('=') - 1);
    const std::string hint = options.find_nothrow(word, false) != nullptr
                                 ? "did you mean '--" + word + "'?"
                                 : HintForOozieOption(word);
    if (!hint.empty() && (i == 0 || !TakesNext(options, arguments[i - 1]))) {
      return "unrecognised option '-" + word + "'; " + hint;
    }
  }
  return {};
}

/// True if the value of an option is one of its allowed values, or if every value is allowed.
/// Prints a usage error before it returns false.
bool IsAmongChoices(const CommandLine& line, const po::option_description& option) {
  const std::string argument = ArgumentOf(option);
  if (argument.find('|') == std::string::npos || !line.Has(option.long_name())) {
    return true;
  }
  const std::vector<std::string_view> words = rt::Split(argument, '|');
  const std::string value = line.Get(option.long_name());
  if (std::find(words.begin(), words.end(), value) != words.end()) {
    return true;
  }
  std::string wanted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    wanted += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  }
  UsageError(line.name, "--" + option.long_name() + " must be " + wanted + ", not '" + value + "'" +
                            DidYouMean(value, words).str());
  return false;
}

}  // namespace

CommandLine::CommandLine(const Command& described) : command(described), name(described.name) {
  options.add_options()("help,h", "show this text");
  if (command.declare != nullptr) {
    command.declare(this);
  }
}

bool CommandLine::Parse(const Arguments& arguments) {
  if (const std::string wrong = WrongSpelling(options, arguments); !wrong.empty()) {
    exit_code = UsageError(name, wrong);
    return false;
  }
  po::options_description all;
  all.add(options);
  all.add_options()("operand", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("operand", -1);
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
        values);
    po::notify(values);
  } catch (const po::unknown_option& error) {
    exit_code = UsageError(name, error.what() + DidYouMeanOption(options, error.get_option_name()));
    return false;
  } catch (const po::error& error) {
    exit_code = UsageError(name, error.what());
    return false;
  }
  if (Has("help")) {
    std::ostringstream text;
    text << options;
    std::printf("hpdlc %s %s\n\n%s\n\n%s", name.c_str(), command.synopsis, command.about,
                text.str().c_str());
    return false;
  }
  operands = All("operand");
  for (const auto& option : options.options()) {
    if (!IsAmongChoices(*this, *option)) {
      exit_code = kExitUsage;
      return false;
    }
  }
  return true;
}

std::vector<std::string> CommandLine::All(const std::string& option) const {
  return Has(option) ? values[option].as<std::vector<std::string>>() : std::vector<std::string>();
}

void AddPropertyOptions(CommandLine* line) {
  line->options.add_options()("define,D", TakesMany("K=V"), "set a job property; may be repeated");
  line->options.add_options()(
      "config", TakesMany("FILE"),
      "read job properties from FILE, a .properties file or Hadoop XML; may be repeated: a later "
      "FILE wins over an earlier FILE, and -D wins over every FILE");
}

void AddFolderOption(CommandLine* line) {
  line->options.add_options()(
      "with-folder",
      "if PATH is a definition of any name, take the files of its folder as the application's "
      "files, as Oozie does");
}

void AddWarningOptions(CommandLine* line) {
  line->options.add_options()(
      "warn,W", TakesMany("WHAT"),
      "-Werror: treat warnings as errors; -Wno-KIND: silence a warning or remark");
}

void AddDiagnosticOptions(CommandLine* line) {
  std::string formats = "text";
  for (const DiagnosticFormat& format : DiagnosticFormats()) {
    formats.append("|").append(format.name);
  }
  line->options.add_options()("format", TakesOne(formats)->default_value("text"),
                              "the format of the diagnostics");
  AddWarningOptions(line);
  line->options.add_options()(
      "color", TakesOne("auto|always|never")->default_value("auto"),
      "when to use colours; auto uses them only on a terminal and honours NO_COLOR");
}

po::typed_value<std::string>* TakesOne(const std::string& argument) {
  return po::value<std::string>()->value_name(argument);
}

po::typed_value<std::vector<std::string>>* TakesMany(const char* argument) {
  return po::value<std::vector<std::string>>()->value_name(argument);
}

std::string ArgumentOf(const po::option_description& option) {
  const std::string shown = option.format_parameter();  // for example "text|json (=text)"
  return shown.substr(0, shown.find(" ("));
}

void ReadOutput(const CommandLine& line, OutputOptions* output) {
  output->format = line.Get("format");
  output->color = line.Get("color");
}

bool ReadDefines(const CommandLine& line, PropertyMap* properties) {
  for (const std::string& define : line.All("define")) {
    const std::size_t equals = define.find('=');
    if (equals == std::string::npos || equals == 0) {
      UsageError(line.name, "-D must be NAME=VALUE, not '" + define + "'");
      return false;
    }
    (*properties)[define.substr(0, equals)] = define.substr(equals + 1);
  }
  return true;
}

bool ReadWarnings(const CommandLine& line, Diagnostics::Options* options) {
  for (const std::string& word : line.All("warn")) {
    if (word == "error") {
      options->warnings_are_errors = true;
      continue;
    }
    const std::string kind = word.starts_with("no-") ? word.substr(3) : "";
    const std::optional<DiagnosticKind> known = KindOf(kind);
    if (known && InfoOf(*known).severity == Severity::kError) {
      UsageError(line.name, kind + " is an error and cannot be silenced");
      return false;
    }
    if (!known) {
      UsageError(line.name,
                 "-W" + word +
                     " is unknown; use -Werror, or -Wno-KIND with the kind of a warning or remark" +
                     DidYouMean(kind, SilenceableKinds()).str());
      return false;
    }
    options->silenced.insert(kind);
  }
  return true;
}

}  // namespace hpdl::driver
