#include "stdlib/actions/pig/script_parameters.h"

#include <map>

namespace hpdl::stdlib {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool IsPart(char c) {
  return IsLetter(c) || (c >= '0' && c <= '9');
}

/// Puts a backslash before each dollar sign that Pig would take for the start of a variable. These
/// dollar signs stand before a letter or a brace.
std::string Escaped(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char next = i + 1 < value.size() ? value[i + 1] : '\0';
    if (value[i] == '$' && (IsLetter(next) || next == '{')) {
      text += '\\';
    }
    text += value[i];
  }
  return text;
}

rt::Result<Values> ValuesOf(const std::vector<std::string>& params) {
  Values values;
  for (const std::string& param : params) {
    const std::size_t equals = param.find('=');
    const std::string name = param.substr(0, equals);
    bool good = equals != std::string::npos && !name.empty() && IsLetter(name[0]);
    for (const char c : name) {
      good = good && IsPart(c);
    }
    if (!good) {
      return rt::ActionError("param " + param + " is not of the form NAME=VALUE");
    }
    values.emplace(name, Escaped(std::string_view(param).substr(equals + 1)));
  }
  return values;
}

/// Reads a variable at the start of `text`, which begins with a dollar sign. Sets `*name` to the
/// variable's name, and returns the length of the whole variable. Returns 0 if the dollar sign
/// begins no variable.
std::size_t Variable(std::string_view text, std::string_view* name) {
  const bool braces = text.size() > 1 && text[1] == '{';
  const std::size_t begin = braces ? 2 : 1;
  std::size_t end = begin;
  while (end < text.size() && IsPart(text[end])) {
    ++end;
  }
  *name = text.substr(begin, end - begin);
  if (name->empty() || !IsLetter(name->front())) {
    return 0;
  }
  if (!braces) {
    return end;
  }
  return end < text.size() && text[end] == '}' ? end + 1 : 0;
}

}  // namespace

rt::Result<std::string> SubstituteParameters(std::string_view script,
                                             const std::vector<std::string>& params) {
  const rt::Result<Values> values = ValuesOf(params);
  HPDL_TRY(values);
  std::string text;
  for (std::size_t at = 0; at < script.size();) {
    std::string_view name;
    const bool escaped = at > 0 && script[at - 1] == '\\';
    const std::size_t length =
        script[at] == '$' && !escaped ? Variable(script.substr(at), &name) : 0;
    const auto value = length == 0 ? values->end() : values->find(name);
    if (value == values->end()) {
      text += script[at++];
    } else {
      text += value->second;
      at += length;
    }
  }
  return text;
}

}  // namespace hpdl::stdlib
