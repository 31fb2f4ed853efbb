#include "stdlib/actions/hive2/beeline.h"

#include <algorithm>
#include <array>

#include "runtime/ground/base/lower_case.h"
#include "stdlib/local/hive_script.h"
#include "stdlib/local/secret_text.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kDriver = "org.apache.hive.jdbc.HiveDriver";
constexpr const char* kScriptName = "hive2-script.hql";
constexpr const char* kPasswordName = "hive2-password";
constexpr const char* kConnectionName = "hive2-connection.properties";
constexpr std::string_view kScheme = "jdbc:hive2://";
constexpr std::array<std::string_view, 10> kReserved = {
    "-u", "-n", "-p", "-w", "-d", "-e", "-f", "-a", "--help", "--property-file"};

/// Returns a text as a value in a file of Java properties.
std::string PropertyValue(std::string_view text) {
  std::string value;
  for (const char c : text) {
    if (c == '\\' || (c == ' ' && value.empty())) {
      value += '\\';
    }
    value += c;
  }
  return value;
}

/// True if Oozie passes the action's property `name` on to the Hive server.
bool IsTold(std::string_view name) {
  return name.starts_with("oozie.") && !name.starts_with("oozie.launcher") &&
         !name.starts_with("oozie.hive2");
}

void AddConnection(const HiveConnection& connection, Beeline* beeline) {
  if (connection.secret) {
    beeline->words = {"--property-file", kConnectionName};
    beeline->files[kConnectionName] =
        "url=" + PropertyValue(connection.url) + "\nuser=" + PropertyValue(connection.user) +
        "\npassword=" + PropertyValue(connection.password.empty() ? "-" : connection.password) +
        "\ndriver=" + kDriver + "\n";
    return;
  }
  beeline->words = {"-u", connection.url, "-n", connection.user, "-d", kDriver};
  if (connection.password.empty()) {  // without -p beeline would ask for a password
    beeline->words.insert(beeline->words.end(), {"-p", "-"});
  } else {
    beeline->words.insert(beeline->words.end(), {"-w", kPasswordName});
    beeline->files[kPasswordName] = connection.password;
  }
}

}  // namespace

HiveConnection ConnectionOf(std::string_view url, const std::string& user,
                            const std::string& password) {
  HiveConnection connection;
  connection.user = user;
  connection.password = password;
  // The form of the URL is jdbc:hive2://HOSTS/DATABASE;SETTINGS?HIVE-CONF#VARIABLES.
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  const std::size_t begin = std::min(url.find(';'), end);
  connection.url = url.substr(0, begin);
  std::string_view settings = url.substr(begin, end - begin);
  while (!settings.empty()) {
    settings.remove_prefix(1);
    const std::string_view setting = settings.substr(0, settings.find(';'));
    settings.remove_prefix(setting.size());
    const std::size_t equals = std::min(setting.find('='), setting.size());
    const std::string name = LowerCase(setting.substr(0, equals));
    const std::string_view value = setting.substr(std::min(equals + 1, setting.size()));
    if (name == "password") {
      connection.password = value;
    } else if (name == "user") {
      connection.user = value;
    } else if (!setting.empty()) {
      connection.secret = connection.secret || name.ends_with("password");
      connection.url.append(";").append(setting);
    }
  }
  connection.url.append(url.substr(end));
  return connection;
}

rt::Result<Beeline> BeelineOf(const rt::ActionContext& ctx, const Hive2Args& args,
                              const rt::Properties& configuration, const std::string& tag) {
  if (!args.jdbc_url.starts_with(kScheme) ||
      args.jdbc_url.find_first_of("\n\r") != std::string::npos) {
    return rt::ActionError("jdbc-url does not begin with jdbc:hive2://");
  }
  if (args.password && args.password->find_first_of("\n\r") != std::string::npos) {
    return rt::ActionError("password has a line end");
  }
  HPDL_TRY(CheckHiveArguments(args.arguments, kReserved));
  Beeline beeline;
  AddConnection(ConnectionOf(args.jdbc_url, ctx.job().user, args.password.value_or("")), &beeline);
  auto script = HiveScript(ctx, args.script, args.query);
  HPDL_TRY(script);
  beeline.files[kScriptName] = std::move(*script);
  const auto variables = HiveVariables(args.params);
  HPDL_TRY(variables);
  std::vector<std::string>& words = beeline.words;
  words.insert(words.end(), {"-f", kScriptName});
  words.insert(words.end(), variables->begin(), variables->end());
  words.insert(words.end(), args.arguments.begin(), args.arguments.end());
  words.insert(words.end(), {"--hiveconf", "mapreduce.job.tags=" + tag});
  for (const auto& [name, value] : configuration) {
    if (IsTold(name)) {
      words.insert(words.end(), {"--hiveconf", name + "=" + value});
    }
  }
  return beeline;
}

std::vector<std::string> SecretsOf(const Hive2Args& args) {
  std::vector<std::string> secrets = {args.password.value_or("")};
  const auto add = [&](const std::string& text) {
    const std::vector<std::string> more = SecretsIn(text);
    secrets.insert(secrets.end(), more.begin(), more.end());
  };
  add(args.jdbc_url);
  std::for_each(args.params.begin(), args.params.end(), add);
  std::for_each(args.arguments.begin(), args.arguments.end(), add);
  return secrets;
}

}  // namespace hpdl::stdlib
