#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// The JSON of Oozie's answers, and how Java prints what is in it.
namespace hpdl::client {

using Json = nlohmann::json;

/// Null for what is no JSON, or deeper than any answer.
Json ReadJson(std::string_view text);

/// A member; null if there is none, or `object` is no object.
const Json& Member(const Json& object, const char* name);

/// A member that is a text; none for null and anything else.
std::optional<std::string> TextOf(const Json& object, const char* name);

/// The same as the client shows it: "-" for none and for "".
std::string Shown(const Json& object, const char* name);

/// As Java joins it to a text: "null", 12, 0.5, true, texts without quotes, lists and objects as
/// JSON.
std::string JavaText(const Json& value);
std::string JavaText(const Json& object, const char* name);

/// A number as Double.toString() has it: 0.5, 2.0, 1.0E-4.
std::string JavaDouble(double number);

/// A member that is a number, 0 if there is none.
std::string IntegerOf(const Json& object, const char* name);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_
