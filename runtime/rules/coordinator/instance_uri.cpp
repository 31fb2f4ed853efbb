#include "runtime/rules/coordinator/instance_uri.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/expression/interpret.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kParts[] = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE"};

/// Returns the value of a part. `time` is the time of an instance, such as `2009-02-01 11:00:00`.
/// Returns "" for an unknown name.
std::string_view PartOf(std::string_view time, std::string_view name) {
  constexpr std::pair<std::string_view, std::size_t> kFromEnd[] = {
      {"MONTH", 15}, {"DAY", 12}, {"HOUR", 9}, {"MINUTE", 6}};
  if (name == "YEAR") {
    return time.substr(0, time.size() - 15);
  }
  for (const auto& [part, from_end] : kFromEnd) {
    if (part == name) {
      return time.substr(time.size() - from_end + 1, 2);
    }
  }
  return {};
}

bool IsUnknown(const Dataset& dataset, std::string_view name) {
  return std::find(dataset.unknown.begin(), dataset.unknown.end(), name) != dataset.unknown.end();
}

/// Replaces the variables of a template. Returns nullopt if the template has another expression or
/// `\${`, so that it must be interpreted.
std::optional<std::string> ReplaceParts(const Dataset& dataset, std::string_view time) {
  const std::string_view uri = dataset.uri_template;
  std::string text;
  text.reserve(uri.size());
  std::size_t at = 0;
  for (std::size_t open = uri.find("${"); open != std::string_view::npos;
       open = uri.find("${", at)) {
    const std::size_t close = uri.find('}', open);
    if (close == std::string_view::npos || (open > 0 && uri[open - 1] == '\\')) {
      return std::nullopt;
    }
    const std::string_view name = Trimmed(uri.substr(open + 2, close - open - 2));
    const std::string_view part = PartOf(time, name);
    if (part.empty() && !IsUnknown(dataset, name)) {
      return std::nullopt;
    }
    text += uri.substr(at, open - at);
    text += part.empty() ? uri.substr(open, close + 1 - open) : part;
    at = close + 1;
  }
  return std::move(text.append(uri.substr(at)));
}

/// A job without properties and nodes. Expressions of a template find only constants.
class NoJob final : public RunView {
 public:
  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view) const override { return nullptr; }
  const NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t) const override { return {}; }

 private:
  const JobIdentity identity_;
};

hpdl_named_constant ConstantOf(std::string_view name, hpdl_value value) {
  return {{name.data(), name.size()}, value};
}

/// Evaluates the expressions of a template as Oozie does: the year is a number, the other parts
/// are texts of two digits, and there are no functions.
Result<std::string> Interpret(const Dataset& dataset, const UtcTime& time, std::string_view text) {
  std::vector<hpdl_named_constant> constants;
  for (const std::string_view part : kParts) {
    constants.push_back(
        ConstantOf(part, part == "YEAR" ? LongValue(time.year) : StringValue(PartOf(text, part))));
  }
  std::vector<std::string> kept;
  for (const std::string& name : dataset.unknown) {
    kept.push_back("${" + name + "}");
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    constants.push_back(ConstantOf(dataset.unknown[i], StringValue(kept[i])));
  }
  const hpdl_names names = {nullptr, nullptr, constants.data(), 0,
                            static_cast<std::uint32_t>(constants.size())};
  const NoJob job;
  hpdl_eval eval;
  eval.run = &job;
  std::string uri;
  if (InterpretTemplate(dataset.uri_template, names, &eval, &uri) != 0) {
    return Error{ErrorClass::kError, "E1004",
                 "the uri-template of data set " + dataset.name + ": " + eval.error};
  }
  return uri;
}

}  // namespace

Result<std::string> UriOf(const Dataset& dataset, std::int64_t instance) {
  const UtcTime time = UtcTimeOf(instance);
  const std::string text = DateAndTime(time, ' ');
  std::optional<std::string> uri = ReplaceParts(dataset, text);
  return uri ? Result<std::string>(std::move(*uri)) : Interpret(dataset, time, text);
}

Result<std::string> DonePathOf(const Dataset& dataset, std::int64_t instance) {
  Result<std::string> uri = UriOf(dataset, instance);
  HPDL_TRY(uri);
  return dataset.done_flag.empty() ? std::move(*uri) : *uri + "/" + dataset.done_flag;
}

std::size_t InterpretedBytes(const Dataset& dataset) {
  const bool is_plain = ReplaceParts(dataset, DateAndTime(UtcTimeOf(0), ' ')).has_value();
  return is_plain ? 0 : dataset.uri_template.size();
}

}  // namespace hpdl::rt
