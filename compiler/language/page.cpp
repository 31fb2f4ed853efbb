#include "compiler/language/page.h"

#include "compiler/language/constructs.h"

namespace hpdl::language {
namespace {

constexpr char kIntroduction[] =
    "# The language\n\n"
    "This page lists every element and attribute that hpdlc accepts, with its schema versions, how "
    "often it may occur and its\nmeaning, and every function of expressions. `./dev docs` makes "
    "the "
    "page from the declarations that the compiler itself\nuses. [differences.md](differences.md) "
    "lists "
    "the differences between hpdlc and others. `hpdlc explain` explains mistakes.\n\n"
    "## How to read it\n\n"
    "Each construct is shown as it is written, with one line for each element or attribute, in the "
    "required order.\n\n"
    "| sign | |\n|---|---|\n"
    "| `1` | once |\n| `?` | at most once |\n| `+` | once or more |\n| `*` | any number of times "
    "|\n"
    "| `? from 0.4` | in schema version 0.4 and later; `to 0.3`: up to 0.3; `in 0.5`: in 0.5 alone "
    "|\n"
    "| `one of:` | exactly one of the lines below it; with `?` at most one |\n"
    "| `in any order:` | the lines below it, mixed in any way |\n"
    "| text | may hold `${...}`; blanks around it are ignored, except in *text as it is* |\n"
    "| text+ | the same, not empty |\n"
    "| plain | `${...}` is not evaluated |\n"
    "| node | a name of a node: a letter or `_`, then letters, digits, `-` and `_` |\n"
    "| `...` | has a section of its own |\n";

std::string Contents(const std::vector<Part>& parts) {
  std::string text = "\n## Contents\n\n";
  std::string line;
  for (const Part& part : parts) {
    if (part.level == 2) {
      text += line + (line.empty() ? "" : "\n") + "- " + Link(part.title);
      line.clear();
    } else {
      line += (line.empty() ? ": " : " · ") + Link(part.title);
    }
  }
  return text + line + "\n";
}

void Append(std::vector<Part>& parts, std::vector<Part> more) {
  for (Part& part : more) {
    parts.push_back(std::move(part));
  }
}

}  // namespace

std::string Anchor(std::string_view title) {
  std::string text;
  for (const char c : title) {
    if (c >= 'A' && c <= 'Z') {
      text += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
      text += c;
    } else if (c == ' ') {
      text += '-';
    }
  }
  return text;
}

std::string Link(std::string_view title) {
  return "[" + std::string(title) + "](#" + Anchor(title) + ")";
}

std::string Page() {
  std::vector<Part> parts = OozieParts();
  Append(parts, CoordinatorParts());
  Append(parts, HwsParts());
  Append(parts, SharedParts());
  Append(parts, KindParts());
  Append(parts, FunctionParts());
  std::string text = kIntroduction + Contents(parts);
  for (const Part& part : parts) {
    text += "\n" + std::string(part.level, '#') + " " + part.title + "\n";
    text += part.text.empty() ? "" : "\n" + part.text;
  }
  return text;
}

}  // namespace hpdl::language
