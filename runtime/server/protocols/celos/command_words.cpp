#include "runtime/server/protocols/celos/command_words.h"

#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstddef>
#include <limits>
#include <utility>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

Error CliError(std::string_view name, std::string message) {
  return JavaException("org.apache.commons.cli." + std::string(name), std::move(message));
}

}  // namespace

Result<OptionValues> ReadOptionValues(const std::vector<std::string_view>& arguments,
                                      const std::set<std::string_view>& names) {
  OptionValues values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--") {
      break;  // the remaining words are not options
    }
    if (!word.starts_with('-') || word == "-") {
      continue;
    }
    const std::size_t dashes = word.starts_with("--") ? 2 : 1;
    const std::size_t equals = word.find('=');
    const std::string name(
        word.substr(dashes, equals == std::string_view::npos ? equals : equals - dashes));
    if (name == "help" || name == "version") {
      values[name] = "true";
      continue;
    }
    if (!names.contains(name)) {
      return CliError("UnrecognizedOptionException", "Unrecognized option: " + std::string(word));
    }
    if (equals != std::string_view::npos) {
      values.emplace(name, word.substr(equals + 1));
    } else if (i + 1 < arguments.size()) {
      values.emplace(name, arguments[++i]);
    } else {
      return CliError("MissingArgumentException", "Missing argument for option: " + name);
    }
  }
  return values;
}

Result<std::int64_t> ReadOptionNumber(const std::string& text, std::int64_t least,
                                      std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
    return JavaException("java.lang.NumberFormatException", "For input string: \"" + text + "\"");
  }
  return number;
}

Result<std::uint16_t> ReadPort(const std::string& text) {
  const Result<std::int64_t> port =
      ReadOptionNumber(text, 0, std::numeric_limits<std::uint16_t>::max());
  HPDL_TRY(port);
  return static_cast<std::uint16_t>(*port);
}

Result<void> CheckHost(const std::string& host) {
  boost::system::error_code error;
  boost::asio::ip::make_address(host, error);
  return error ? Result<void>(JavaException(kIllegalArgument,
                                            "--host '" + host + "': expected a numeric address"))
               : Result<void>();
}

}  // namespace hpdl::rt::celos
