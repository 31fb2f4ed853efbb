#include <array>

#include "compiler/language/constructs.h"
#include "stdlib/core/environment.h"
#include "stdlib/core/registry.h"

namespace hpdl::language {
namespace {

using stdlib::ConstantDecl;
using stdlib::Environments;
using stdlib::FunctionDecl;
using stdlib::FunctionFamily;

constexpr std::array<std::string_view, 7> kTypeNames = {"any",    "null",   "Boolean", "Long",
                                                        "Double", "String", "Map"};

std::string_view TypeName(stdlib::Type type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

/// Returns the places in definitions where these environments apply.
std::string PlacesOf(Environments environments) {
  std::string text;
  const auto add = [&](std::string_view place) {
    text += (text.empty() ? "" : ", ") + std::string(place);
  };
  const Environments workflows = environments & stdlib::kWorkflows;
  if (workflows != 0) {
    add(workflows == stdlib::kWorkflows       ? "both"
        : workflows == stdlib::kOozieWorkflow ? "Oozie"
                                              : "HWS");
  }
  Environments left = environments & ~stdlib::kWorkflows;
  constexpr Environments kMost = stdlib::kCoordinators & ~stdlib::kCoordinatorTimeout;
  if ((left & kMost) == kMost) {
    add((left & stdlib::kCoordinatorTimeout) != 0 ? "coordinators"
                                                  : "coordinators, except timeout");
    left &= ~stdlib::kCoordinators;
  }
  for (const stdlib::EnvironmentDecl& decl : stdlib::kEnvironments) {
    if (decl.is_first && (decl.environment & left) != 0) {
      add(decl.place);
    }
  }
  return text.empty() ? "resolved ranges" : text;
}

/// Returns the environments in which a function applies. They include the environments of a
/// function of the same name that only checks calls (FunctionRole::kCheckOnly).
Environments EnvironmentsOf(const FunctionFamily& family, const FunctionDecl& f) {
  Environments all = f.environments;
  for (const FunctionDecl& other : family.functions) {
    if (other.role == stdlib::FunctionRole::kCheckOnly && other.name == f.name) {
      all |= other.environments;
    }
  }
  return all;
}

std::string_view Effect(std::uint32_t effects) {
  return (effects & stdlib::kWrite) != 0      ? "writes the token"
         : (effects & stdlib::kWorld) != 0    ? "reads files"
         : (effects & stdlib::kClock) != 0    ? "reads the clock"
         : (effects & stdlib::kRunState) != 0 ? "reads the job"
         : (effects & stdlib::kNote) != 0     ? "adds facts"
                                              : "pure";
}

std::string Signature(const FunctionDecl& f) {
  std::string text = "`" + std::string(f.name) + "(";
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    const auto& argument = f.arguments[i];
    text += (i == 0 ? "" : ", ") + std::string(argument.name);
    if (argument.type != stdlib::Type::kString) {
      text += ": " + std::string(TypeName(argument.type));
    }
  }
  return text + ")`";
}

std::string Constants(const FunctionFamily& family) {
  std::string text = "\n| constant | value | where |\n|---|---|---|\n";
  for (const ConstantDecl& c : family.constants) {
    text += "| `" + std::string(c.name) + "` | " +
            (c.type == stdlib::Type::kString ? "`\"" + std::string(c.text) + "\"`"
                                             : std::to_string(c.number)) +
            " | " + PlacesOf(c.environments) + " |\n";
  }
  return text;
}

std::string FamilyText(const FunctionFamily& family) {
  std::string text = "| function | gives | where | effect | |\n|---|---|---|---|---|\n";
  for (const FunctionDecl& f : family.functions) {
    if (f.role == stdlib::FunctionRole::kCheckOnly || f.role == stdlib::FunctionRole::kFails) {
      continue;
    }
    text += "| " + Signature(f) + " | " + std::string(TypeName(f.result)) + " | " +
            PlacesOf(EnvironmentsOf(family, f)) + " | " + std::string(Effect(f.effects)) + " | " +
            std::string(f.doc) + " |\n";
  }
  return text + (family.constants.empty() ? "" : Constants(family));
}

/// Returns the title of a family. The family "core" has functions without a prefix.
std::string TitleOf(const FunctionFamily& family) {
  return family.name == "core" ? "functions without prefix"
                               : std::string(family.name) + " functions";
}

}  // namespace

std::vector<Part> FunctionParts() {
  std::vector<Part> parts{
      {2, "Expressions",
       "`${...}` in a text or attribute, in HWS also `#{...}`: JSP 2.0 EL. Literals are `null`, "
       "`true`, "
       "`false`, whole and\ndecimal numbers, and texts in `'` or `\"`. Operators, from loosest to "
       "tightest:\n\n"
       "| operators | |\n|---|---|\n"
       "| `a ? b : c` | conditional |\n"
       "| `\\|\\|` `or` | |\n"
       "| `&&` `and` | in XML `&amp;&amp;` |\n"
       "| `==` `eq` `!=` `ne` | |\n"
       "| `<` `lt` `>` `gt` `<=` `le` `>=` `ge` | in XML `&lt;` |\n"
       "| `+` `-` | numbers only; to join texts, use `concat` or write them side by side |\n"
       "| `*` `/` `div` `%` `mod` | |\n"
       "| `-` `!` `not` `empty` | with one operand |\n"
       "| `a[b]` `a.b` | a value of a Map |\n\n"
       "A name that is not a constant is a property of the job. Arguments are Strings unless their "
       "type is given. The compiler\nevaluates *pure* functions with constant arguments. The "
       "results of "
       "other functions are in the journal, so a resumed job\nsees the same values. Functions of "
       "coordinators that *add facts* give the unit of a frequency, or are evaluated later,\nwhen "
       "more is "
       "known.\n"}};
  for (const FunctionFamily* family : stdlib::AllFunctions()) {
    parts.push_back({3, TitleOf(*family), FamilyText(*family)});
  }
  return parts;
}

}  // namespace hpdl::language
