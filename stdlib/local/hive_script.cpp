#include "stdlib/local/hive_script.h"

#include <algorithm>

#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

rt::Result<std::string> HiveScript(const rt::ActionContext& ctx,
                                   const std::optional<std::string>& script,
                                   const std::optional<std::string>& query) {
  std::string text = query.value_or("");
  if (script) {
    auto read = ReadApplicationFile(ctx, *script);
    HPDL_TRY(read);
    text = std::move(*read);
  }
  if (text.find('\0') != std::string::npos) {
    return rt::ActionError(script.value_or("query") + " has a zero byte in it");
  }
  return text + "\n";
}

rt::Result<std::vector<std::string>> HiveVariables(const std::vector<std::string>& params) {
  std::vector<std::string> words;
  for (const std::string& param : params) {
    const std::size_t equals = param.find('=');
    if (equals == std::string::npos || equals == 0) {
      return rt::ActionError("param " + param.substr(0, equals) + " is not of the form NAME=VALUE");
    }
    words.insert(words.end(), {"--hivevar", param});
  }
  return words;
}

rt::Result<void> CheckHiveArguments(const std::vector<std::string>& arguments,
                                    std::span<const std::string_view> reserved) {
  for (const std::string& argument : arguments) {
    if (std::find(reserved.begin(), reserved.end(), argument) != reserved.end()) {
      return rt::ActionError("argument " + argument + " is set by the action itself");
    }
  }
  return {};
}

}  // namespace hpdl::stdlib
