#include "stdlib/local/job_xml.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "runtime/engines/workflow/interpreter.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/config/config.h"
#include "stdlib/core/job_xml_property.h"
#include "stdlib/local/action_defaults.h"
#include "stdlib/local/credentials.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kMostQuoted = 100;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;  ///< the most bytes of a file

rt::Error CannotEvaluate(std::string_view expression, std::string_view why) {
  std::string message(CutUtf8(expression, kMostQuoted));
  message.append(message.size() < expression.size() ? "...: " : ": ").append(why);
  return {rt::ErrorClass::kNonTransient, "EL_EVAL_ERROR", std::move(message)};
}

/// A file of <job-xml> before it becomes a layer.
struct JobXmlFile {
  rt::Properties known;      ///< plain values, and values that the compiler has compiled
  rt::Properties open;       ///< values with expressions that are not evaluated yet
  rt::Properties unchanged;  ///< all values as they are in the file
};

/// Returns the values that the compiler has compiled for a file of the application, by the names of
/// the properties.
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

rt::Result<JobXmlFile> ReadFile(const rt::ActionContext& ctx, const std::string& path) {
  const auto text = ReadApplicationFile(ctx, path);
  HPDL_TRY(text);
  if (text->size() > kMostBytes) {
    return rt::Error{rt::ErrorClass::kError, "JA008", "job-xml " + path + " exceeds 64 MiB"};
  }
  const auto parsed = rt::ReadHadoopXml(*text, path);
  HPDL_TRY(parsed);
  JobXmlFile file;
  rt::Apply(*parsed, &file.known);
  file.unchanged = file.known;
  if (ctx.dialect() == HPDL_DIALECT_HWS) {
    return file;
  }
  rt::Properties compiled = CompiledValues(ctx, path);
  for (auto at = file.known.begin(); at != file.known.end();) {
    const auto here = at++;
    if (const auto found = compiled.find(here->first); found != compiled.end()) {
      here->second = std::move(found->second);
    } else if (here->second.find("${") != std::string::npos) {
      file.open.insert(file.known.extract(here));
    }
  }
  return file;
}

rt::Error InFile(const std::string& path, const rt::Error& error) {
  return {error.error_class, error.code, "job-xml " + path + ", " + error.message};
}

/// Returns the path of the file in which the attempt keeps evaluated values.
std::string PlaceOfEvaluated(const rt::ActionContext& ctx, const std::string& path) {
  return FetchedPlace(ctx, path) + ".evaluated";
}

rt::Result<void> Keep(const rt::ActionContext& ctx, const std::string& path,
                      const rt::Properties& properties) {
  const std::string place = PlaceOfEvaluated(ctx, path);
  HPDL_TRY(MakeFolder(place.substr(0, place.rfind('/'))));
  return WriteWholeFile(place, rt::DataToText(properties), 0600);
}

rt::Task<rt::Result<void>> EvaluateFile(rt::ActionContext& ctx, std::string path) {
  auto file = ReadFile(ctx, path);
  HPDL_CO_TRY(file);
  if (file->open.empty()) {
    co_return rt::Result<void>();
  }
  for (auto& [name, value] : file->open) {
    value = WithHadoopNames(value);
  }
  rt::Result<rt::Properties> values =
      co_await ctx.names()->interpreter->evaluate_texts(ctx, std::move(file->open));
  if (!values && values.error().code == "EL_EVAL_ERROR") {
    co_return Keep(ctx, path, file->unchanged);
  }
  if (!values) {
    co_return InFile(path, values.error());
  }
  values->merge(file->known);
  co_return Keep(ctx, path, *values);
}

rt::Result<rt::Properties> ReadJobXml(const rt::ActionContext& ctx, const std::string& path) {
  if (const std::string place = PlaceOfEvaluated(ctx, path);
      ctx.names() != nullptr && FileExists(place)) {
    const auto text = ReadWholeFile(place);
    HPDL_TRY(text);
    return rt::DataFromText(*text);
  }
  auto file = ReadFile(ctx, path);
  HPDL_TRY(file);
  for (const auto& [name, text] : file->open) {
    auto value = EvaluateNames(text, ctx.configuration());
    if (!value) {
      return std::move(file->unchanged);
    }
    file->known[name] = std::move(*value);
  }
  return std::move(file->known);
}

rt::Properties PropertiesOf(const Configuration& configuration) {
  rt::Properties properties;
  for (const Property& property : configuration.properties) {
    properties[property.name] = property.value;
  }
  return properties;
}

/// Returns the properties of config-default.xml for an action. Each ${name} in their values is
/// replaced by the property of the file, and the action gets this value even if the submission gave
/// the job another one. If a `$` remains, or if the references in the file make a circle, the
/// action gets the job's value of the whole property.
rt::Properties Defaults(const rt::ActionContext& ctx) {
  const rt::Properties written = ctx.defaults();
  rt::Properties defaults;
  for (const auto& [name, value] : written) {
    auto expanded = rt::ExpandValue(value, written);
    if (expanded && expanded->find('$') == std::string::npos) {
      defaults[name] = std::move(*expanded);
    } else if (const auto known = ctx.configuration().find(name);
               known != ctx.configuration().end()) {
      defaults[name] = known->second;
    }
  }
  return defaults;
}

}  // namespace

rt::Task<rt::Result<void>> EvaluateJobXml(rt::ActionContext& ctx,
                                          std::vector<std::string> job_xml) {
  if (ctx.dialect() == HPDL_DIALECT_HWS) {
    co_return rt::Result<void>();
  }
  for (const std::string& path : job_xml) {
    if (FileExists(PlaceOfEvaluated(ctx, path))) {
      continue;  // the file is named twice, or an earlier process has evaluated it
    }
    rt::Result<void> evaluated = co_await EvaluateFile(ctx, path);
    if (!evaluated) {
      co_return evaluated;
    }
  }
  co_return rt::Result<void>();
}

rt::Result<std::string> EvaluateNames(std::string_view text, const rt::Properties& job) {
  std::string result;
  rt::TemplateScanner scanner(text, false);
  for (rt::Segment segment; scanner.Next(&segment);) {
    if (!segment.expression) {
      result.append(segment.text);
      continue;
    }
    const std::string_view written = text.substr(segment.begin, segment.end - segment.begin);
    if (!segment.closed) {
      return CannotEvaluate(written, "the closing brace is missing");
    }
    const std::string_view name = Trimmed(rt::BodyOf(text, segment));
    if (const auto found = job.find(name); found != job.end()) {
      result.append(found->second);
    } else if (IsDottedName(name)) {
      result.append(written);
    } else {
      return CannotEvaluate(written, "the job has no such property");
    }
  }
  return result;
}

std::vector<std::string> JobXmlOf(const rt::ActionContext& ctx, std::vector<std::string> job_xml) {
  std::vector<std::string> all;
  for (std::string& path : GlobalOf(ctx).job_xml) {
    if (std::find(job_xml.begin(), job_xml.end(), path) == job_xml.end()) {
      all.push_back(std::move(path));
    }
  }
  all.insert(all.end(), std::make_move_iterator(job_xml.begin()),
             std::make_move_iterator(job_xml.end()));
  return all;
}

rt::Result<std::vector<rt::Properties>> ConfigurationLayers(
    const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
    const Configuration& configuration, const std::optional<std::string>& job_tracker) {
  const Global global = GlobalOf(ctx);
  std::vector<rt::Properties> layers;
  if (ctx.dialect() != HPDL_DIALECT_HWS) {
    auto of_site = ActionDefaults(ctx, job_tracker.value_or(global.job_tracker.value_or("")));
    HPDL_TRY(of_site);
    if (!of_site->empty()) {
      layers.push_back(std::move(*of_site));
    }
  }
  for (const std::string& path : JobXmlOf(ctx, job_xml)) {
    auto properties = ReadJobXml(ctx, path);
    HPDL_TRY(properties);
    layers.push_back(std::move(*properties));
  }
  if (ctx.dialect() != HPDL_DIALECT_HWS) {
    layers.push_back(Defaults(ctx));
  }
  layers.push_back(PropertiesOf(global.configuration));
  layers.push_back(PropertiesOf(configuration));
  HPDL_TRY(ApplyCredentials(ctx, &layers));
  if (ctx.dialect() != HPDL_DIALECT_HWS) {
    std::for_each(layers.begin(), layers.end(),
                  [](rt::Properties& layer) { rt::RemoveEmpty(&layer); });
  }
  return layers;
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_interpreter hpdl_expression_interpreter;
const hpdl_interpreter hpdl_expression_interpreter = {&hpdl::stdlib::EvaluateJobXml,
                                                      &hpdl::rt::EvaluateTexts};
