#include "stdlib/local/job_xml.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "runtime/base/trim.h"
#include "runtime/config/config.h"
#include "stdlib/core/job_xml_property.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kBegin = "${";
constexpr std::size_t kMostQuoted = 100;

rt::Error CannotEvaluate(std::string_view expression, std::string_view why) {
  std::string message("${");
  message.append(expression.substr(0, kMostQuoted));
  message.append(expression.size() > kMostQuoted ? "..." : "}").append(": ").append(why);
  return {rt::ErrorClass::kNonTransient, "EL_EVAL_ERROR", std::move(message)};
}

/// What a call that only asks for something of the job gives; none for all other expressions.
std::optional<std::string> CallOf(std::string_view call, const JobTexts& job) {
  static constexpr std::pair<std::string_view, std::string rt::JobIdentity::*> kTexts[] = {
      {"wf:id()", &rt::JobIdentity::id},
      {"wf:name()", &rt::JobIdentity::name},
      {"wf:user()", &rt::JobIdentity::user},
      {"wf:group()", &rt::JobIdentity::group},
      {"wf:appPath()", &rt::JobIdentity::app_path}};
  for (const auto& [name, text] : kTexts) {
    if (call == name) {
      return job.identity.*text;
    }
  }
  constexpr std::string_view kConf = "wf:conf(";
  if (!call.starts_with(kConf) || !call.ends_with(')')) {
    return std::nullopt;
  }
  const std::string_view quoted =
      Trimmed(call.substr(kConf.size(), call.size() - kConf.size() - 1));
  const bool is_text =
      quoted.size() >= 2 && (quoted[0] == '\'' || quoted[0] == '"') && quoted.back() == quoted[0];
  const std::string_view name = is_text ? quoted.substr(1, quoted.size() - 2) : quoted;
  if (!is_text || name.find_first_of("'\"\\") != std::string_view::npos) {
    return std::nullopt;
  }
  const auto found = job.properties.find(name);
  return found == job.properties.end() ? std::string() : found->second;
}

/// What stands for one expression, without its braces.
rt::Result<std::string> ValueOf(std::string_view expression, const JobTexts& job) {
  const rt::Properties& properties = job.properties;
  const std::string_view name = Trimmed(expression);
  const bool dotted = IsDottedName(name);
  if (dotted || IsVariableName(name)) {
    if (const auto found = properties.find(name); found != properties.end()) {
      return found->second;
    }
    return dotted ? rt::Result<std::string>(std::string(kBegin).append(expression).append("}"))
                  : CannotEvaluate(expression, "the job has no such property");
  }
  if (std::optional<std::string> text = CallOf(name, job)) {
    return *std::move(text);
  }
  return CannotEvaluate(
      expression,
      "in a file that is read while the program runs only ${name}, wf:conf('name') "
      "and wf:id, name, user, group and appPath are evaluated; other functions and "
      "operators work in <configuration>");
}

/// What the compiler has made of expressions in a file of the application, by names of properties.
rt::Properties CompiledValues(const rt::ActionContext& ctx, const std::string& path) {
  rt::Properties values;
  for (const rt::ArgNode* body : {ctx.global(), &ctx.args()}) {
    for (const rt::ArgNode& argument :
         body == nullptr ? std::vector<rt::ArgNode>() : body->children) {
      for (const rt::ArgNode& property : argument.children) {
        if (argument.text == path && property.field == kJobXmlProperty &&
            !property.children.empty()) {
          values[property.text] = property.children[0].text;
        }
      }
    }
  }
  return values;
}

rt::Result<rt::Properties> ReadJobXml(const rt::ActionContext& ctx, const std::string& path) {
  const auto text = ReadApplicationFile(ctx, path);
  HPDL_TRY(text);
  const auto parsed = rt::ReadHadoopXml(*text, path);
  HPDL_TRY(parsed);
  rt::Properties properties;
  rt::Apply(*parsed, &properties);
  if (ctx.dialect() == HPDL_DIALECT_HWS) {
    return properties;
  }
  const rt::Properties compiled = CompiledValues(ctx, path);
  for (auto& [name, value] : properties) {
    if (const auto found = compiled.find(name); found != compiled.end()) {
      value = found->second;
      continue;
    }
    auto evaluated = EvaluateVariables(value, {ctx.configuration(), ctx.job()});
    if (!evaluated) {
      rt::Error error = evaluated.error();
      error.message = "job-xml " + path + ", property " + name + ": " + error.message;
      return error;
    }
    value = std::move(*evaluated);
  }
  return properties;
}

rt::Properties PropertiesOf(const Configuration& configuration) {
  rt::Properties properties;
  for (const Property& property : configuration.properties) {
    properties[property.name] = property.value;
  }
  return properties;
}

/// config-default.xml as an action has it: with the job's properties for ${name}, and its own
/// values where the job was given others.
rt::Result<rt::Properties> Defaults(const rt::ActionContext& ctx) {
  rt::Properties defaults = ctx.defaults();
  for (auto& [name, value] : defaults) {
    auto expanded = rt::ExpandValue(value, ctx.configuration());
    HPDL_TRY(expanded);
    value = std::move(*expanded);
  }
  return defaults;
}

}  // namespace

rt::Result<std::string> EvaluateVariables(std::string_view text, const JobTexts& job) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find(kBegin, at);
    result.append(text.substr(at, begin - at));
    if (begin == std::string_view::npos) {
      break;
    }
    const std::size_t inner = begin + kBegin.size();
    const std::size_t end = text.find('}', inner);
    if (end == std::string_view::npos) {
      return CannotEvaluate(text.substr(inner), "the closing brace is missing");
    }
    const auto value = ValueOf(text.substr(inner, end - inner), job);
    HPDL_TRY(value);
    result.append(*value);
    at = end + 1;
  }
  return result;
}

rt::Result<std::vector<rt::Properties>> ConfigurationLayers(const rt::ActionContext& ctx,
                                                            const std::vector<std::string>& job_xml,
                                                            const Configuration& configuration) {
  const Global global = GlobalOf(ctx);
  std::vector<std::string> files = job_xml;
  std::copy_if(global.job_xml.begin(), global.job_xml.end(), std::back_inserter(files),
               [&](const std::string& path) {
                 return std::find(job_xml.begin(), job_xml.end(), path) == job_xml.end();
               });
  std::vector<rt::Properties> layers;
  for (const std::string& path : files) {
    auto properties = ReadJobXml(ctx, path);
    HPDL_TRY(properties);
    layers.push_back(std::move(*properties));
  }
  if (ctx.dialect() != HPDL_DIALECT_HWS) {
    auto defaults = Defaults(ctx);
    HPDL_TRY(defaults);
    layers.push_back(std::move(*defaults));
  }
  layers.push_back(PropertiesOf(global.configuration));
  layers.push_back(PropertiesOf(configuration));
  return layers;
}

}  // namespace hpdl::stdlib
