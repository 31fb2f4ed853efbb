#include "stdlib/actions/pig/pig_command.h"

#include "stdlib/actions/pig/script_parameters.h"
#include "stdlib/local/property_text.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kScriptName[] = "script.pig";
constexpr char kPropertiesName[] = "pig.properties";

}  // namespace

rt::Result<PigCommand> PigCommandOf(const rt::ActionContext& ctx, const PigArgs& args,
                                    const rt::Properties& configuration) {
  const auto text = ReadApplicationFile(ctx, args.script);
  HPDL_TRY(text);
  auto script = SubstituteParameters(*text, args.params);
  HPDL_TRY(script);
  PigCommand command;
  command.words = {"-file", kScriptName, "-propertyFile", kPropertiesName, "-logfile", "pig.log"};
  command.words.insert(command.words.end(), args.arguments.begin(), args.arguments.end());
  command.files[kScriptName] = std::move(*script);
  command.files[kPropertiesName] = PropertyText(configuration);
  return command;
}

}  // namespace hpdl::stdlib
