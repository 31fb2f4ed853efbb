#include "compiler/analysis/given.h"

namespace hpdl::analysis {
namespace {

/// Where `text` stands as the content of an element, from `begin` on and before the next property;
/// the whole line if it is written with references or CDATA.
Range Place(const SourceBuffer& source, std::uint32_t begin, std::string_view text) {
  const std::string_view all = source.text();
  const std::size_t end = std::min(all.find("</property", begin), all.size());
  for (std::size_t at = begin; !text.empty() && (at = all.find(text, at)) < end; ++at) {
    const std::size_t before = all.find_last_not_of(" \t\r\n", at - 1);
    const std::size_t after = all.find_first_not_of(" \t\r\n", at + text.size());
    const bool opened = before != std::string_view::npos &&
                        (all[before] == '>' || all[before] == '"' || all[before] == '\'');
    const bool closed = after != std::string_view::npos &&
                        (all[after] == '<' || all[after] == '"' || all[after] == '\'');
    if (opened && closed) {
      return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + text.size())};
    }
  }
  const std::size_t line_end = std::min(all.find('\n', begin), all.size());
  return {begin, static_cast<std::uint32_t>(line_end)};
}

std::uint32_t LineBegin(const SourceBuffer& source, std::uint32_t line) {
  return static_cast<std::uint32_t>(source.Line(line).data() - source.text().data());
}

}  // namespace

GivenValues::GivenValues(const Subject& subject) {
  for (const ast::Parameter& parameter : subject.workflow.parameters) {
    if (parameter.value) {
      all_.push_back({Given::From::kParameters, parameter.name.text, parameter.value->value,
                      subject.reporter.source, parameter.name.range, parameter.value->range});
    }
  }
  const std::vector<hir::Property>& defaults = subject.hir().defaults;
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    Given given{Given::From::kDefaults, defaults[i].name, defaults[i].value, nullptr, {}, {}};
    if (subject.defaults_source != nullptr && i < subject.default_lines.size()) {
      given.source = subject.defaults_source;
      const std::uint32_t begin = LineBegin(*given.source, subject.default_lines[i]);
      given.name_range = Place(*given.source, begin, given.name);
      given.value_range = Place(*given.source, given.name_range.end, given.value);
    }
    all_.push_back(given);
  }
  if (subject.properties != nullptr) {
    for (const auto& [name, value] : *subject.properties) {
      all_.push_back({Given::From::kOptions, name, value, nullptr, {}, {}});
    }
  }
  for (std::size_t i = 0; i < all_.size(); ++i) {
    // Of two declarations in <parameters> the first counts.
    const bool first = all_[i].from == Given::From::kParameters;
    first ? (void)last_.emplace(all_[i].name, i) : (void)(last_[all_[i].name] = i);
  }
}

const Given* GivenValues::Find(std::string_view name) const {
  const auto found = last_.find(name);
  return found == last_.end() ? nullptr : &all_[found->second];
}

}  // namespace hpdl::analysis
