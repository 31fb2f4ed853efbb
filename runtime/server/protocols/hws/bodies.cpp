#include "runtime/server/protocols/hws/bodies.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace hpdl::rt::hws {
namespace {

using Json = nlohmann::json;

constexpr int kMostDepth = 8;
constexpr std::int64_t kMostDays = 36'500;

Error Wrong(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

/// True if objects and arrays are nested deeper than kMostDepth; brackets in strings do not count.
bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\' ? 1 : 0;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMostDepth) {
        return true;
      }
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// Parses an object. Returns an error if a member is not in `members` or occurs twice.
Result<Json> ReadObject(std::string_view body, std::initializer_list<std::string_view> members) {
  if (IsTooDeep(body)) {
    return Wrong(kNoJson, "the body is nested too deeply");
  }
  bool twice = false;
  std::vector<std::vector<std::string>> names;  // the names of members, for each open object
  const Json::parser_callback_t look = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) {
      names.emplace_back();
    } else if (event == Json::parse_event_t::object_end && !names.empty()) {
      std::vector<std::string>& all = names.back();
      std::sort(all.begin(), all.end());
      twice = twice || std::adjacent_find(all.begin(), all.end()) != all.end();
      names.pop_back();
    } else if (event == Json::parse_event_t::key && !names.empty()) {
      names.back().push_back(value.get<std::string>());
    }
    return true;
  };
  Json json = Json::parse(body, look, false);
  if (json.is_discarded()) {
    return Wrong(kNoJson, "the body is not JSON");
  }
  if (!json.is_object()) {
    return Wrong(kWrongWords, "the body is not a JSON object");
  }
  if (twice) {
    return Wrong(kWrongWords, "an object in the body has two members of the same name");
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(members.begin(), members.end(), name) == members.end()) {
      return Wrong(kWrongWords, "unknown member " + name);
    }
  }
  return json;
}

Result<Properties> ReadProperties(const Json& json) {
  Properties properties;
  const auto found = json.find("properties");
  if (found == json.end()) {
    return properties;
  }
  if (!found->is_object()) {
    return Wrong(kWrongWords, "properties must be a JSON object");
  }
  for (const auto& [name, value] : found->items()) {
    if (name.empty() || value.is_null() || value.is_structured()) {
      return Wrong(kWrongWords,
                   "property " + name +
                       " must have a name, and its value must be a string, a number or a boolean");
    }
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name.find('\0') != std::string::npos || text.find('\0') != std::string::npos) {
      return Wrong(kWrongWords, "a property contains a zero byte");
    }
    properties[name] = text;
  }
  return properties;
}

}  // namespace

Result<SubmissionBody> ReadSubmission(std::string_view body) {
  const Result<Json> json = ReadObject(body, {"application", "properties", "start"});
  HPDL_TRY(json);
  SubmissionBody read;
  const auto application = json->find("application");
  if (application == json->end() || !application->is_string() ||
      application->get_ref<const std::string&>().empty()) {
    return Wrong(kWrongWords, "application is missing or not a string");
  }
  read.application = application->get<std::string>();
  if (const auto start = json->find("start"); start != json->end()) {
    if (!start->is_boolean()) {
      return Wrong(kWrongWords, "start must be true or false");
    }
    read.start = start->get<bool>();
  }
  Result<Properties> properties = ReadProperties(*json);
  HPDL_TRY(properties);
  read.properties = std::move(*properties);
  return read;
}

Result<ResubmissionBody> ReadResubmission(std::string_view body) {
  const Result<Json> json = ReadObject(body, {"skip", "properties"});
  HPDL_TRY(json);
  ResubmissionBody read;
  if (const auto skip = json->find("skip"); skip != json->end()) {
    if (!skip->is_array()) {
      return Wrong(kWrongWords, "skip must be a JSON array");
    }
    for (const Json& node : *skip) {
      const std::string name = node.is_string() ? node.get<std::string>() : std::string();
      if (name.empty() || name.find_first_of(std::string_view(",\0\n", 3)) != std::string::npos) {
        return Wrong(kWrongWords, "skip contains an entry that is not a node name");
      }
      read.skip.push_back(name);
    }
  }
  Result<Properties> properties = ReadProperties(*json);
  HPDL_TRY(properties);
  read.properties = std::move(*properties);
  return read;
}

Result<std::int64_t> ReadPurgeDays(std::string_view body) {
  constexpr std::int64_t kDefault = 30;
  const Result<Json> json = ReadObject(body, {"olderThanDays"});
  HPDL_TRY(json);
  const auto days = json->find("olderThanDays");
  if (days == json->end()) {
    return kDefault;
  }
  if (!days->is_number_integer() || *days < 0 || *days > kMostDays) {
    return Wrong(kWrongWords, "olderThanDays must be a number from 0 to 36500");
  }
  return days->get<std::int64_t>();
}

Result<void> ReadNothing(std::string_view body) {
  if (body.empty()) {
    return {};
  }
  const Result<Json> json = ReadObject(body, {});
  return json ? Result<void>() : Result<void>(json.error());
}

}  // namespace hpdl::rt::hws
