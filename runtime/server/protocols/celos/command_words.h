#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// Reads command lines as the programs of Celos do. Errors have the texts of Java's libraries.
namespace hpdl::rt::celos {

using OptionValues = std::map<std::string, std::string, std::less<>>;

/// Reads the arguments of a program. An option begins with one or two dashes. Its value is after
/// `=` or is the next argument. If an option has several values, the first value is used. Other
/// arguments are ignored. `help` and `version` are always options, without values.
Result<OptionValues> ReadOptionValues(const std::vector<std::string_view>& arguments,
                                      const std::set<std::string_view>& names);

Result<std::int64_t> ReadOptionNumber(const std::string& text, std::int64_t least,
                                      std::int64_t most);
Result<std::uint16_t> ReadPort(const std::string& text);
/// Checks the value of --host, which must be a numeric address.
Result<void> CheckHost(const std::string& host);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_
