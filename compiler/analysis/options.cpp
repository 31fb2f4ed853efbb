#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/option_text.h"

namespace hpdl::analysis {
namespace {

/// Checks the options in the texts of one body against the other elements of the body.
class OptionCheck {
 public:
  OptionCheck(const ast::Node& node, const Reporter& reporter)
      : body_(node.body), decl_(BodyOf(node)), reporter_(reporter) {
    for (const ast::Argument& child : body_.children) {
      if (child.text) {
        texts_.emplace(DeclarationOf(child, decl_).name(), &child);
      }
    }
  }

  void Check() const {
    for (const ast::Argument& child : body_.children) {
      const Declared part = DeclarationOf(child, decl_);
      if (part.element == nullptr || part.element->options.empty() || !child.text) {
        continue;
      }
      const ast::Text& text = child.text->text;
      const std::string plain = WithoutExpressions(text.value);
      for (const stdlib::SparkOption& option : OptionsOf(plain)) {
        CheckOption(*part.element, text, option);
        CheckLostProperties(text, plain, option);
      }
    }
  }

 private:
  void CheckOption(const stdlib::ElementDecl& element, const ast::Text& text,
                   const stdlib::SparkOption& option) const {
    const std::string_view name = NameOf(option);
    const auto known = std::find_if(element.options.begin(), element.options.end(),
                                    [&](const auto& each) { return each.name == name; });
    const ast::Argument* const other =
        known == element.options.end() ? nullptr : Beside(known->element);
    if (other == nullptr) {
      return;
    }
    const bool same = IsSame(option, *other);
    const Message first = KnownName(known->name);
    const Message tag = KnownTag(known->element);
    Diagnostic& found =
        reporter_.Emit(DiagnosticKind::kSetTwice, PlaceOf(text, option),
                       same          ? first + " repeats what " + tag + " says"
                       : known->wins ? first + " wins over " + tag + ", which has no effect"
                                     : first + " has no effect, because " + tag + " wins");
    found.notes.push_back(
        reporter_.Note(other->text->text.range.empty() ? other->range : other->text->text.range,
                       "the element is here"));
    if (same || !known->wins) {
      found.fix = Removal(text, option, first);
    }
  }

  /// Warns of the words `spark.NAME=VALUE` in the value of the option, behind its first word.
  /// `plain` is WithoutExpressions(text.value).
  void CheckLostProperties(const ast::Text& text, std::string_view plain,
                           const stdlib::SparkOption& option) const {
    const std::string_view all = plain.substr(0, option.end);
    bool is_quoted = false;
    bool is_first = true;  // in the first word behind the option's name
    for (std::size_t at = option.begin + option.name.size(); at < all.size();) {
      if (stdlib::internal::IsSparkBlank(all[at]) || all[at] == '=') {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      const bool was_quoted = is_quoted;
      while (at < all.size() && !stdlib::internal::IsSparkBlank(all[at])) {
        is_quoted = is_quoted != (all[at++] == '"');
      }
      const std::string_view word = all.substr(begin, at - begin);
      if (!is_first && !was_quoted && word.starts_with("spark.") && word.find('=') != word.npos) {
        const std::string_view name = word.substr(0, word.find('='));
        const Range range = text.RawRange(static_cast<std::uint32_t>(begin),
                                          static_cast<std::uint32_t>(begin + name.size()));
        reporter_
            .Emit(DiagnosticKind::kMissingConf, range,
                  Quoted(name) + " has no --conf before it, so it is a part of the value of " +
                      Quoted(NameOf(option)))
            .fix = Fix{"write --conf before it", {{{range.begin, range.begin}, "--conf "}}, true};
      }
      is_first = false;
    }
  }

  /// Returns the element with this name in the body, or null if the body has no such element.
  const ast::Argument* Beside(std::string_view name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? nullptr : found->second;
  }

  /// True if the option and the element certainly set the same value.
  static bool IsSame(const stdlib::SparkOption& option, const ast::Argument& other) {
    if (!option.value || other.text->expr.valid()) {
      return false;
    }
    std::string_view value = *option.value;
    if (const std::string_view name = NameOf(option); name != option.name) {
      value.remove_prefix(std::min(name.size() + 1, value.size()));
    }
    return value == other.text->text.value;
  }

  /// Returns the range of an option and its value, without the blanks after the value.
  static Range PlaceOf(const ast::Text& text, const stdlib::SparkOption& option) {
    const std::string_view all(text.value);
    const std::string_view own = Trimmed(all.substr(option.begin, option.end - option.begin),
                                         stdlib::internal::kSparkBlanks);
    const auto begin = static_cast<std::uint32_t>(option.begin);
    return text.RawRange(begin, begin + static_cast<std::uint32_t>(own.size()));
  }

  /// Returns a fix that removes the option and the blanks on one side of it. Returns nullopt if the
  /// place contains markup or an expression, because an expression may hold further options.
  std::optional<Fix> Removal(const ast::Text& text, const stdlib::SparkOption& option,
                             const Message& name) const {
    std::size_t begin = option.begin;
    if (option.end == text.value.size()) {
      const std::size_t last =
          text.value.find_last_not_of(stdlib::internal::kSparkBlanks, begin == 0 ? 0 : begin - 1);
      begin = begin == 0 || last == std::string::npos ? 0 : last + 1;
    }
    const Range range =
        text.RawRange(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(option.end));
    const std::string_view raw = reporter_.source->Slice(range);
    if (raw.find('<') != std::string_view::npos || raw.find("${") != std::string_view::npos) {
      return std::nullopt;
    }
    return Fix{"remove " + name, {{range, ""}}, true};
  }

  const ast::Argument& body_;
  const stdlib::StructDecl& decl_;
  const Reporter& reporter_;
  /// The elements that have a text, with their names as keys. If a name occurs twice, the map has
  /// the first element.
  std::map<std::string_view, const ast::Argument*> texts_;
};

}  // namespace

void CheckOptions(Facts& facts) {
  for (const ast::Node& node : facts.subject().workflow.nodes) {
    if (node.kind != nullptr) {
      OptionCheck(node, facts.subject().reporter).Check();
    }
  }
}

}  // namespace hpdl::analysis
