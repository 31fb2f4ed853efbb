#include "stdlib/local/java_options.h"

#include <utility>

#include "runtime/world/site/site.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

rt::Result<std::vector<std::string>> SplitOptions(std::string_view text) {
  std::vector<std::string> options;
  std::string option;
  bool begun = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == '\0' && blank) {
      if (begun) {
        options.push_back(std::move(option));
        option.clear();
      }
      begun = false;
      continue;
    }
    begun = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      option += text[++i];
    } else {
      option += c;
    }
  }
  if (quote != '\0') {
    return rt::ActionError("java-opts " + std::string(text) + ": a quote is not closed");
  }
  if (begun) {
    options.push_back(std::move(option));
  }
  return options;
}

rt::Result<std::vector<std::string>> JavaOptions(const rt::ActionContext& ctx,
                                                 const rt::Properties& configuration,
                                                 const std::optional<Launcher>& launcher,
                                                 const std::optional<std::string>& java_opts,
                                                 const std::vector<std::string>& java_opt) {
  std::vector<std::string> texts;
  const auto add = [&](const char* name) {
    const auto found = configuration.find(name);
    const bool is_set = found != configuration.end() && !found->second.empty();
    if (is_set) {
      texts.push_back(found->second);
    }
    return is_set;
  };
  // Oozie 5 takes the options of jobs, earlier versions those after "oozie.launcher.".
  if (ctx.site().Flag(rt::Setting::kLauncherOverride)) {
    (void)add("yarn.app.mapreduce.am.admin-command-opts");
    (void)(add("yarn.app.mapreduce.am.command-opts") || add("mapreduce.map.java.opts") ||
           add("mapred.child.java.opts"));
  }
  (void)add("oozie.launcher.mapred.child.java.opts");
  (void)add("oozie.launcher.mapreduce.map.java.opts");
  (void)add("oozie.launcher.javaopts");
  const Global global = GlobalOf(ctx);
  for (const std::optional<Launcher>* each : {&global.launcher, &launcher}) {
    if (*each && (*each)->java_opts) {
      texts.push_back(*(*each)->java_opts);
    }
  }
  texts.push_back(java_opts.value_or(""));
  std::vector<std::string> options;
  for (const std::string& text : texts) {
    const auto split = SplitOptions(text);
    HPDL_TRY(split);
    options.insert(options.end(), split->begin(), split->end());
  }
  for (const std::string& option : java_opt) {
    if (!option.empty()) {
      options.push_back(option);
    }
  }
  return options;
}

}  // namespace hpdl::stdlib
