#include "compiler/analysis/given.h"

#include <algorithm>
#include <optional>

namespace hpdl::analysis {
namespace {

/// Where `text` stands in `within` as the content of an element or an attribute.
std::optional<Range> PlaceOf(const SourceBuffer& source, Range within, std::string_view text) {
  const std::string_view all = source.text().substr(0, within.end);
  for (std::size_t at = within.begin;
       !text.empty() && (at = all.find(text, at)) != std::string_view::npos; ++at) {
    const std::size_t before = all.find_last_not_of(" \t\r\n", at - 1);
    const std::size_t after = all.find_first_not_of(" \t\r\n", at + text.size());
    const bool opened = before != std::string_view::npos &&
                        (all[before] == '>' || all[before] == '"' || all[before] == '\'');
    const bool closed = after != std::string_view::npos &&
                        (all[after] == '<' || all[after] == '"' || all[after] == '\'');
    if (opened && closed) {
      return Range{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + text.size())};
    }
  }
  return std::nullopt;
}

/// Finds the properties of a file of defaults again, of which only the lines are known, in the
/// order of the file. Linear, also if all stand on one line.
class Places {
 public:
  explicit Places(const SourceBuffer& source) : source_(source) {}

  /// Sets the places of one that begins on `line`; they are the whole line for what is written with
  /// references or CDATA.
  void Find(std::uint32_t line, Given* given) {
    const std::string_view text = source_.Line(line);
    const auto begin = static_cast<std::uint32_t>(text.data() - source_.text().data());
    const Range all = {begin, begin + static_cast<std::uint32_t>(text.size())};
    given->name_range = given->value_range = all;
    std::uint32_t at = std::max(next_, begin);
    for (int tries = 0; tries < kMostTries && (at = Begin(at)) < all.end; ++tries) {
      const Range property = {at, End(at)};
      at = property.end;
      if (const auto name = PlaceOf(source_, property, given->name)) {
        given->name_range = *name;
        given->value_range = PlaceOf(source_, {name->end, property.end}, given->value)
                                 .value_or(PlaceOf(source_, property, given->value).value_or(all));
        next_ = property.end;
        return;
      }
    }
  }

 private:
  /// Those without a value, and those in comments, are no properties and stand in between.
  static constexpr int kMostTries = 16;
  static constexpr std::string_view kBegin = "<property";

  std::uint32_t Begin(std::uint32_t from) const {
    const std::string_view text = source_.text();
    return static_cast<std::uint32_t>(std::min(text.find(kBegin, from), text.size()));
  }
  std::uint32_t End(std::uint32_t property) const {
    const std::uint32_t begin = property + static_cast<std::uint32_t>(kBegin.size());
    const std::uint32_t next = Begin(begin);
    const std::string_view own = source_.text().substr(begin, next - begin);
    return begin + static_cast<std::uint32_t>(std::min(own.find("</property"), own.size()));
  }

  const SourceBuffer& source_;
  std::uint32_t next_ = 0;  ///< behind the property that was found last
};

}  // namespace

GivenValues::GivenValues(const Subject& subject) {
  for (const ast::Parameter& parameter : subject.workflow.parameters) {
    if (parameter.value) {
      all_.push_back({Given::From::kParameters, parameter.name.text, parameter.value->value,
                      subject.reporter.source, parameter.name.range, parameter.value->range});
    }
  }
  const std::vector<hir::Property>& defaults = subject.hir().defaults;
  std::optional<Places> places;
  if (subject.defaults_source != nullptr) {
    places.emplace(*subject.defaults_source);
  }
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    Given given{Given::From::kDefaults, defaults[i].name, defaults[i].value, nullptr, {}, {}};
    if (places && i < subject.default_lines.size()) {
      given.source = subject.defaults_source;
      places->Find(subject.default_lines[i], &given);
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
