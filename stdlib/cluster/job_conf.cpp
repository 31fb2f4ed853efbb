#include "stdlib/cluster/job_conf.h"

#include <charconv>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/mapreduce/settings.h"

namespace hpdl::stdlib {

namespace {

namespace mr = rt::mapreduce;

/// Java sets this property; no configuration file has it.
constexpr const char* kUserName = "user.name";

}  // namespace

JobConf::JobConf(const rt::HadoopConf& site, const std::string& user)
    : all_(mr::WithCurrentNames(site.properties())) {
  all_[kUserName] = user;
}

void JobConf::Apply(const rt::Properties& layer) {
  for (const auto& [name, value] : mr::WithCurrentNames(layer)) {
    Set(name, value);
  }
}

void JobConf::Set(const std::string& name, std::string value) {
  all_[name] = value;
  job_[name] = std::move(value);
}

void JobConf::SetIfAbsent(const std::string& name, std::string value) {
  if (!all_.contains(name)) {
    Set(name, std::move(value));
  }
}

void JobConf::Remove(std::string_view name) {
  for (rt::Properties* each : {&all_, &job_}) {
    if (const auto found = each->find(name); found != each->end()) {
      each->erase(found);
    }
  }
}

rt::Result<void> JobConf::Check() const {
  for (const auto& [name, value] : job_) {
    const auto expanded = rt::ExpandValue(value, all_);
    if (!expanded) {
      return rt::ActionError("property " + name + ": " + expanded.error().message);
    }
  }
  return {};
}

std::string JobConf::Text(std::string_view name, std::string_view fallback) const {
  const auto found = all_.find(name);
  if (found == all_.end()) {
    return std::string(fallback);
  }
  const auto expanded = rt::ExpandValue(found->second, all_);
  const std::string_view text = Trimmed(expanded ? *expanded : found->second);
  return std::string(text.empty() ? fallback : text);
}

std::int64_t JobConf::Number(std::string_view name, std::int64_t fallback) const {
  const std::string text = Text(name);
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end && !text.empty() ? number : fallback;
}

bool JobConf::Flag(std::string_view name, bool fallback) const {
  const std::string text = LowerCase(Text(name));
  return text == "true" || (text != "false" && fallback);
}

std::vector<std::string> JobConf::List(std::string_view name) const {
  return rt::SplitList(Text(name));
}

rt::Properties JobConf::All() const {
  rt::Properties all = all_;
  all.erase(kUserName);
  return all;
}

}  // namespace hpdl::stdlib
