#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// Command lines as Celos' programs read them; errors are those of Java's libraries.
namespace hpdl::rt::celos {

using OptionValues = std::map<std::string, std::string, std::less<>>;

/// The words behind a program. Options have one or two dashes, and their values behind `=` or as
/// the next word; of several values of one the first counts; other words are ignored. `help` and
/// `version` are always options, and have no values.
Result<OptionValues> ReadOptionValues(const std::vector<std::string_view>& arguments,
                                      const std::set<std::string_view>& names);

Result<std::int64_t> ReadOptionNumber(const std::string& text, std::int64_t least,
                                      std::int64_t most);
Result<std::uint16_t> ReadPort(const std::string& text);
/// Of --host: a numeric address.
Result<void> CheckHost(const std::string& host);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_COMMAND_WORDS_H_
