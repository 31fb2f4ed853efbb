#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Reads the JSON of Oozie's answers, and turns its values into the texts that Java would make.
namespace hpdl::client {

using Json = nlohmann::json;

/// Returns the parsed JSON; null if the text is not JSON, or is nested more deeply than any answer
/// of Oozie.
Json ReadJson(std::string_view text);

/// Returns a member; null if `object` has no such member or is not an object.
const Json& Member(const Json& object, const char* name);

/// Returns a member that is a string; nullopt for null and for other types.
std::optional<std::string> TextOf(const Json& object, const char* name);

/// Returns a member in the form that the client shows: the text of a string, or "-" if the member
/// is missing, is "", or is not a string.
std::string Shown(const Json& object, const char* name);

/// Returns the value as Java appends it to a text: null, 12, 0.5, true; strings without quotes;
/// lists and objects as JSON.
std::string JavaText(const Json& value);
std::string JavaText(const Json& object, const char* name);

/// Returns a number as Double.toString() writes it: 0.5, 2.0, 1.0E-4.
std::string JavaDouble(double number);

/// Returns a member that is a number, as decimal digits; "0" if the member is not a number.
std::string IntegerOf(const Json& object, const char* name);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_ANSWER_H_
