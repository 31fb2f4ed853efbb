#include "runtime/engines/workflow/record_text.h"

#include <charconv>
#include <cstdio>

namespace hpdl::rt {
namespace {

void Escape(std::string_view text, bool name, std::string* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' && (name || i == 0);
    const bool sign = name && (c == '=' || c == ':' || ((c == '#' || c == '!') && i == 0));
    if (c == '\n') {
      out->append("\\n");
    } else if (c == '\r') {
      out->append("\\r");
    } else if (c == '\t') {
      out->append("\\t");
    } else {
      if (c == '\\' || blank || sign) {
        out->push_back('\\');
      }
      out->push_back(c);
    }
  }
}

char Unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

void AppendJsonText(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", c);
      out->append(buffer);
    } else {
      out->push_back(c);
    }
  }
  out->push_back('"');
}

/// Reads the JSON that AppendJsonText() and CountersToText() write. Refuses all other JSON, even
/// JSON with blanks.
class CountersReader {
 public:
  explicit CountersReader(std::string_view text) : left_(text) {}

  bool Read(Counters* counters) {
    return Object([&] {
             std::string group;
             if (!String(&group) || !Take(':')) {
               return false;
             }
             auto& names = (*counters)[group];
             return Object([&] {
               std::string name;
               std::int64_t value = 0;
               if (!String(&name) || !Take(':') || !Number(&value)) {
                 return false;
               }
               names[name] = value;
               return true;
             });
           }) &&
           left_.empty();
  }

 private:
  template <class Member>
  bool Object(const Member& member) {
    if (!Take('{')) {
      return false;
    }
    if (Take('}')) {
      return true;
    }
    do {
      if (!member()) {
        return false;
      }
    } while (Take(','));
    return Take('}');
  }
  bool Take(char c) {
    if (left_.empty() || left_.front() != c) {
      return false;
    }
    left_.remove_prefix(1);
    return true;
  }
  bool Number(std::int64_t* value) {
    const auto [end, code] = std::from_chars(left_.data(), left_.data() + left_.size(), *value);
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return code == std::errc();
  }
  bool String(std::string* out) {
    if (!Take('"')) {
      return false;
    }
    while (!left_.empty()) {
      const char c = left_.front();
      left_.remove_prefix(1);
      if (c == '"') {
        return true;
      }
      if (c != '\\') {
        out->push_back(c);
      } else if (!EscapeSequence(out)) {
        return false;
      }
    }
    return false;
  }
  bool EscapeSequence(std::string* out) {
    if (left_.size() >= 5 && left_.front() == 'u') {
      int code = 0;
      std::from_chars(left_.data() + 1, left_.data() + 5, code, 16);
      out->push_back(static_cast<char>(code));
      left_.remove_prefix(5);
      return true;
    }
    if (left_.empty()) {
      return false;
    }
    out->push_back(left_.front());
    left_.remove_prefix(1);
    return true;
  }
  std::string_view left_;
};

}  // namespace

std::string DataToText(const Properties& data) {
  std::string out;
  for (const auto& [name, value] : data) {
    Escape(name, true, &out);
    out.push_back('=');
    Escape(value, false, &out);
    out.push_back('\n');
  }
  return out;
}

Properties DataFromText(std::string_view text) {
  Properties data;
  std::string name;
  std::string value;
  bool in_value = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& part = in_value ? value : name;
    if (text[i] == '\\' && i + 1 < text.size()) {
      part.push_back(Unescaped(text[++i]));
    } else if (text[i] == '\n') {
      data.emplace(std::move(name), std::move(value));
      name.clear();
      value.clear();
      in_value = false;
    } else if (text[i] == '=' && !in_value) {
      in_value = true;
    } else {
      part.push_back(text[i]);
    }
  }
  return data;
}

std::string CountersToText(const Counters& counters) {
  std::string out = "{";
  for (const auto& [group, names] : counters) {
    out += out.size() > 1 ? "," : "";
    AppendJsonText(group, &out);
    out += ":{";
    bool first = true;
    for (const auto& [name, value] : names) {
      out += first ? "" : ",";
      first = false;
      AppendJsonText(name, &out);
      out += ":" + std::to_string(value);
    }
    out += "}";
  }
  return out + "}";
}

bool CountersFromText(std::string_view text, Counters* counters) {
  return CountersReader(text).Read(counters);
}

}  // namespace hpdl::rt
