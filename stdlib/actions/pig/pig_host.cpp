#include "stdlib/actions/pig/pig_host.h"

#include <cstdio>

#include "stdlib/actions/pig/script_parameters.h"
#include "stdlib/local/command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"
#include "stdlib/remote/remote_command.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kScript = "script.pig";
constexpr const char* kProperties = "pig.properties";

/// Text of java.util.Properties: the other side reads it as ISO 8859-1, so what is not ASCII is
/// written as UTF-16 escapes.
class PropertyText {
 public:
  void Add(std::string_view name, std::string_view value) {
    Escape(name, true);
    text_ += '=';
    Escape(value, false);
    text_ += '\n';
  }
  std::string Take() { return std::move(text_); }

 private:
  void Escape(std::string_view text, bool is_name) {
    bool leading = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c == '\n' || c == '\r' || c == '\t' || c == '\f') {
        text_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : "\\f";
      } else if (c >= 0x80) {
        i += Unicode(text.substr(i)) - 1;
      } else {
        const bool special = c == '\\' || (c == ' ' && (is_name || leading)) ||
                             (is_name && (c == '=' || c == ':' || c == '#' || c == '!'));
        text_ += special ? "\\" : "";
        text_ += text[i];
      }
      leading = leading && c == ' ';
    }
  }

  /// Gives the number of bytes that the first character of `text` has; what is no UTF-8 is taken
  /// byte by byte.
  std::size_t Unicode(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    std::uint32_t point = length == 1 ? first : first & (0xFFU >> (length + 1));
    if (text.size() < length) {
      Unit(first);
      return 1;
    }
    for (std::size_t i = 1; i < length; ++i) {
      point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (point >= 0x10000) {
      point -= 0x10000;
      Unit(0xD800 + (point >> 10U));
      point = 0xDC00 + (point & 0x3FFU);
    }
    Unit(point);
    return length;
  }

  void Unit(std::uint32_t unit) {
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\u%04x", unit & 0xFFFFU);
    text_ += escape;
  }

  std::string text_;
};

std::string NameNodeOf(const rt::Properties& configuration) {
  for (const char* name : {"fs.default.name", "fs.defaultFS"}) {
    if (const auto found = configuration.find(name); found != configuration.end()) {
      const std::string& value = found->second;
      return value.empty() || value.find("://") != std::string::npos ? value : "hdfs://" + value;
    }
  }
  return {};
}

/// What goes to the host.
rt::Result<RemoteCommand> CommandOf(const rt::ActionContext& ctx, const PigArgs& args,
                                    const rt::Properties& configuration) {
  auto user = ctx.User(args.hadoop_user, configuration);
  HPDL_TRY(user);
  auto script = ReadApplicationFile(ctx, args.script);
  HPDL_TRY(script);
  auto substituted = SubstituteParameters(*script, args.params);
  HPDL_TRY(substituted);
  if (substituted->find('\0') != std::string::npos) {
    return rt::Error{rt::ErrorClass::kError, "JA018", args.script + " is no text"};
  }
  PropertyText properties;
  for (const auto& [name, value] : configuration) {
    properties.Add(name, value);
  }
  RemoteCommand command;
  command.argv = {"pig", "-propertyFile", kProperties, "-f", kScript};
  command.environment = {"HADOOP_USER_NAME=" + *user};
  command.files = {{kScript, std::move(*substituted)}, {kProperties, properties.Take()}};
  command.beside_files = true;
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunPigOnHost(rt::ActionContext& ctx, const PigArgs& args) {
  auto target = TargetOf(ctx, args.host.value_or(""));
  if (!target) {
    co_return FailedWith(target.error());
  }
  rt::Properties own;
  for (const Property& property : args.configuration.properties) {
    own[property.name] = property.value;
  }
  std::string name_node = NameNodeOf(own);
  NamedFiles named{args.job_xml, {args.script}, {}};
  const rt::Result<void> fetched = co_await FetchFiles(ctx, std::move(named), name_node);
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  if (!configuration) {
    co_return FailedWith(configuration.error());
  }
  auto command = CommandOf(ctx, args, *configuration);
  if (!command) {
    co_return FailedWith(command.error());
  }
  if (!RemoteBegun(ctx)) {
    std::string place = NameNodeOf(*configuration);
    rt::Outcome prepared = co_await RunPrepare(ctx, args.prepare, std::move(place));
    if (prepared.error) {
      co_return prepared;
    }
  }
  RemoteTask task;
  task.command = std::move(*command);
  task.target = std::move(*target);
  rt::Outcome outcome = co_await RunRemote(ctx, std::move(task));
  co_return outcome;
}

}  // namespace hpdl::stdlib
