#include "compiler/sema/functions.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/base/suggest.h"
#include "stdlib/core/environment.h"
#include "stdlib/core/registry.h"

namespace hpdl::sema {
namespace {

using stdlib::ConstantDecl;
using stdlib::Environment;
using stdlib::Environments;
using stdlib::FunctionDecl;

/// Returns the name that messages use for the dialect of an environment.
std::string_view NameOf(Environment environment) {
  return environment == stdlib::kHwsWorkflow ? "HWS" : "Oozie";
}

/// Maps the name of a function to its overloads.
using FunctionIndex = std::unordered_map<std::string_view, std::vector<const FunctionDecl*>>;

const FunctionIndex& Functions() {
  static const FunctionIndex index = [] {
    FunctionIndex all;
    for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
      for (const FunctionDecl& function : family->functions) {
        all[function.name].push_back(&function);
      }
    }
    return all;
  }();
  return index;
}

std::string_view LocalName(std::string_view name) {
  return name.substr(name.find(':') + 1);
}

/// Sets `binding->meant` to the function that was probably meant.
void Suggest(std::string_view name, Environment environment, Binding* binding) {
  std::vector<std::string_view> candidates;
  for (const auto& [known, overloads] : Functions()) {
    if (std::any_of(overloads.begin(), overloads.end(),
                    [&](const FunctionDecl* f) { return (f->environments & environment) != 0; })) {
      candidates.push_back(known);
    }
  }
  // If functions differ only in their prefix, the author most often means the function of wf:.
  std::sort(candidates.begin(), candidates.end(), [](std::string_view a, std::string_view b) {
    return std::pair(!a.starts_with("wf:"), a) < std::pair(!b.starts_with("wf:"), b);
  });
  // A correct name with a wrong prefix, or without a prefix, is preferred to a similar spelling.
  for (const std::string_view candidate : candidates) {
    if (LocalName(candidate) == LocalName(name)) {
      binding->certainly = binding->meant.empty();
      binding->meant = binding->meant.empty() ? candidate : binding->meant;
    }
  }
  if (!binding->meant.empty()) {
    return;
  }
  std::string_view nearest = Nearest(name, candidates);
  // The author may have appended letters to the name of a function, such as wf:callbackUrl for
  // wf:callback.
  for (const std::string_view candidate : candidates) {
    if (nearest.empty() && candidate.size() > 4 && name.starts_with(candidate)) {
      nearest = candidate;
    }
  }
  binding->meant = nearest;
  binding->certainly = IsOneSlip(name, nearest) &&
                       std::none_of(candidates.begin(), candidates.end(), [&](std::string_view c) {
                         return c != nearest && IsOneSlip(name, c);
                       });
}

/// A prefix of functions that workflows cannot call.
struct OtherPlace {
  std::string_view prefix;
  std::string_view what;  ///< the kind of definition in which these functions exist
};
constexpr OtherPlace kOtherPlaces[] = {{"coord", "coordinator"}, {"bundle", "bundle"}};

/// Lists the parts of definitions that may contain names of these environments, such as "frequency,
/// timeout and instances of events". Returns "" if no part of a definition may contain these names.
std::string PlacesOf(Environments environments) {
  if ((environments & stdlib::kOozieWorkflow) != 0) {
    environments &= ~stdlib::kHwsWorkflow;
  }
  std::vector<std::string_view> places;
  for (const stdlib::EnvironmentDecl& decl : stdlib::kEnvironments) {
    if (decl.is_first && (decl.environment & environments) != 0) {
      places.push_back(decl.place);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    text += i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
    text += places[i];
  }
  return text;
}

/// Returns the message for a name that exists in `elsewhere` but not in `environment`.
Message NotHere(std::string_view what, std::string_view name, Environments elsewhere,
                Environment environment) {
  const std::string places = PlacesOf(elsewhere);
  return Message::Words(name) + " is not a " + Message::Words(what) + " of " +
         Message::Words(stdlib::DeclOf(environment).place) +
         (places.empty() ? "; it is internal and cannot be used in definitions"
                         : "; it is allowed in " + Message::Words(places));
}

bool IsOfWorkflows(Environment environment) {
  return (environment & stdlib::kWorkflows) != 0;
}

/// Returns the environments in which at least one overload of a function exists.
Environments EnvironmentsOf(const std::vector<const FunctionDecl*>& overloads) {
  Environments all = 0;
  for (const FunctionDecl* function : overloads) {
    all |= function->environments;
  }
  return all;
}

/// Returns the message that `name` is not a function in `environment`, with advice about what to
/// write instead. `elsewhere` are the environments that have a function of that name.
Message WhyUnknown(std::string_view name, const Binding& binding, Environments elsewhere,
                   Environment environment) {
  if (elsewhere != 0 && !IsOfWorkflows(environment)) {
    return NotHere("function", name, elsewhere, environment);
  }
  const Message function = "function " + Message(name);
  const std::string_view prefix = name.substr(0, std::min(name.find(':'), name.size()));
  for (const OtherPlace& place : kOtherPlaces) {
    if (IsOfWorkflows(environment) && prefix == place.prefix && prefix.size() < name.size()) {
      const Message what = Message::Words(place.what);
      const Message local(LocalName(name));
      return function + " belongs to " + what + "s and cannot be called in a workflow; let the " +
             what + " pass the value of this function as a property, such as " + local +
             ", and write ${" + local + "} here";
    }
  }
  if (elsewhere != 0) {
    return function + " does not exist in " + Message::Words(NameOf(environment)) + " definitions";
  }
  const auto& known = Functions();
  const bool own_prefix = std::none_of(known.begin(), known.end(), [&](const auto& entry) {
    return entry.first.size() > prefix.size() && entry.first.starts_with(prefix) &&
           entry.first[prefix.size()] == ':';
  });
  if (own_prefix && binding.meant.empty()) {
    return function + " is not built in, and functions that a site adds are not known to hpdlc yet";
  }
  return function + " does not exist";
}

/// Returns the constant of that name in any environment, or null.
const ConstantDecl* AnyConstant(std::string_view name) {
  static const std::map<std::string_view, const ConstantDecl*> index = [] {
    std::map<std::string_view, const ConstantDecl*> all;
    for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
      for (const ConstantDecl& constant : family->constants) {
        all.emplace(constant.name, &constant);
      }
    }
    return all;
  }();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

Message CountPhrase(const std::set<std::size_t>& counts) {
  Message text;
  for (const std::size_t count : counts) {
    text += text.empty() ? "" : " or ";
    text += std::to_string(count);
  }
  return text + (counts.size() == 1 && *counts.begin() == 1 ? " argument" : " arguments");
}

}  // namespace

const FunctionDecl* FindFunction(std::string_view name, std::size_t arguments,
                                 Environment environment) {
  const auto found = Functions().find(name);
  if (found == Functions().end()) {
    return nullptr;
  }
  const auto function =
      std::find_if(found->second.begin(), found->second.end(), [&](const FunctionDecl* each) {
        return (each->environments & environment) != 0 && each->arguments.size() == arguments;
      });
  return function == found->second.end() ? nullptr : *function;
}

const FunctionDecl& FailingFunction() {
  static const FunctionDecl* const function = [] {
    for (const auto& [name, overloads] : Functions()) {
      if (overloads.front()->role == stdlib::FunctionRole::kFails) {
        return overloads.front();
      }
    }
    std::abort();
  }();
  return *function;
}

Binding BindFunction(std::string_view name, std::size_t arguments, Environment environment) {
  Binding binding;
  binding.function = FindFunction(name, arguments, environment);
  if (binding.function != nullptr) {
    return binding;
  }
  const auto found = Functions().find(name);
  std::set<std::size_t> counts;
  if (found != Functions().end()) {
    for (const FunctionDecl* function : found->second) {
      if ((function->environments & environment) != 0) {
        counts.insert(function->arguments.size());
      }
    }
  }
  if (!counts.empty()) {
    binding.message = "function " + Message(name) + " takes " + CountPhrase(counts) + ", found " +
                      std::to_string(arguments);
    return binding;
  }
  binding.unknown = true;
  Suggest(name, environment, &binding);
  const Environments elsewhere = found == Functions().end() ? 0 : EnvironmentsOf(found->second);
  if (elsewhere != 0 && !IsOfWorkflows(environment) &&
      LocalName(binding.meant) != LocalName(name)) {
    binding.meant = {};  // the name exists in another environment, so no similar name was meant
    binding.certainly = false;
  }
  binding.message = WhyUnknown(name, binding, elsewhere, environment);
  if (!binding.meant.empty()) {
    binding.message += "; did you mean " + Message::Words(binding.meant) + "?";
  }
  return binding;
}

const ConstantDecl* FindConstant(std::string_view name, Environment environment) {
  const ConstantDecl* constant = AnyConstant(name);
  const bool known = constant != nullptr && (constant->environments & environment) != 0;
  return known ? constant : nullptr;
}

Message WhyNoValue(std::string_view name, Environment environment) {
  const ConstantDecl* constant = AnyConstant(name);
  const bool reserved = (environment & (stdlib::kCoordinators | stdlib::kBundle)) != 0;
  return reserved && constant != nullptr && (constant->environments & environment) == 0
             ? NotHere("constant", name, constant->environments, environment)
             : Message();
}

std::string_view TypePhrase(stdlib::Type type) {
  switch (type) {
    case stdlib::Type::kNull:
      return "null";
    case stdlib::Type::kBoolean:
      return "a Boolean";
    case stdlib::Type::kLong:
      return "a Long";
    case stdlib::Type::kDouble:
      return "a Double";
    case stdlib::Type::kString:
      return "a String";
    case stdlib::Type::kMap:
      return "a Map";
    default:
      return "any value";
  }
}

}  // namespace hpdl::sema
