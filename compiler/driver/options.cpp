#include "compiler/driver/options.h"

#include <boost/program_options/parsers.hpp>
#include <cstdio>
#include <sstream>

namespace po = boost::program_options;

namespace hpdl::driver {

CommandLine::CommandLine(std::string command, std::string operands_synopsis,
                         std::string description)
    : name(std::move(command)),
      synopsis(std::move(operands_synopsis)),
      about(std::move(description)) {
  options.add_options()("help,h", "show this text");
}

bool CommandLine::Parse(const Arguments& arguments) {
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
  } catch (const po::error& error) {
    exit_code = UsageError(name, error.what());
    return false;
  }
  if (Has("help")) {
    std::ostringstream text;
    text << options;
    std::printf("hpdlc %s %s\n\n%s\n\n%s", name.c_str(), synopsis.c_str(), about.c_str(),
                text.str().c_str());
    return false;
  }
  operands = All("operand");
  return true;
}

std::vector<std::string> CommandLine::All(const std::string& option) const {
  return Has(option) ? values[option].as<std::vector<std::string>>() : std::vector<std::string>();
}

void AddPropertyOptions(CommandLine* line) {
  line->options.add_options()("define,D", po::value<std::vector<std::string>>()->value_name("K=V"),
                              "set a job property; may be repeated");
  line->options.add_options()("config", po::value<std::vector<std::string>>()->value_name("FILE"),
                              "job.properties or Hadoop XML; later ones win, -D wins over all");
}

void AddDiagnosticOptions(CommandLine* line) {
  line->options.add_options()("format",
                              po::value<std::string>()->default_value("text")->value_name("FORMAT"),
                              "text, json, sarif or github")(
      "warn,W", po::value<std::vector<std::string>>()->value_name("WHAT"),
      "-Werror: warnings are errors; -Wno-KIND: silence a warning");
}

bool ReadDefines(const CommandLine& line, PropertyMap* properties) {
  for (const std::string& define : line.All("define")) {
    const std::size_t equals = define.find('=');
    if (equals == std::string::npos || equals == 0) {
      UsageError(line.name, "-D wants NAME=VALUE, not '" + define + "'");
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
    bool known = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
      const DiagnosticKindInfo& info = InfoOf(static_cast<DiagnosticKind>(i));
      if (info.name == kind && info.severity == Severity::kError) {
        UsageError(line.name, kind + " is an error and cannot be silenced");
        return false;
      }
      known = known || info.name == kind;
    }
    if (!known) {
      UsageError(line.name, "-W" + word + ": want -Werror or -Wno-KIND with the kind of a warning");
      return false;
    }
    options->silenced.insert(kind);
  }
  return true;
}

}  // namespace hpdl::driver
