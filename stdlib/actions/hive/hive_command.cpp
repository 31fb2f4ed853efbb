#include "stdlib/actions/hive/hive_command.h"

#include <array>
#include <string_view>

#include "stdlib/local/hive_script.h"
#include "stdlib/local/secret_text.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kScriptName = "hive-script.hql";
constexpr std::array<std::string_view, 11> kReserved = {"-d", "--define", "-e",         "-f",
                                                        "-H", "--help",   "--hiveconf", "--hivevar",
                                                        "-s", "--silent", "-D"};

}  // namespace

rt::Result<HiveCommand> HiveCommandOf(const rt::ActionContext& ctx, const HiveArgs& args) {
  HPDL_TRY(CheckHiveArguments(args.arguments, kReserved));
  const auto variables = HiveVariables(args.params);
  HPDL_TRY(variables);
  auto script = HiveScript(ctx, args.script, args.query);
  HPDL_TRY(script);
  HiveCommand command;
  command.words = {"--hiveconf", "hive.log.trace.id=oozie:" + ctx.job().id, "-f", kScriptName};
  command.words.insert(command.words.end(), variables->begin(), variables->end());
  command.words.insert(command.words.end(), args.arguments.begin(), args.arguments.end());
  command.files[kScriptName] = std::move(*script);
  return command;
}

std::vector<std::string> SecretsOf(const HiveArgs& args) {
  std::vector<std::string> secrets;
  for (const std::vector<std::string>* each : {&args.params, &args.arguments}) {
    for (const std::string& text : *each) {
      const std::vector<std::string> more = SecretsIn(text);
      secrets.insert(secrets.end(), more.begin(), more.end());
    }
  }
  return secrets;
}

}  // namespace hpdl::stdlib
