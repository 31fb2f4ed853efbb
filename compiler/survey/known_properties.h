#ifndef HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_
#define HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_

#include <map>
#include <string>
#include <string_view>

#include "compiler/base/budget.h"

namespace hpdl::survey {

/// Properties that a definition is probably started with, to be put into its paths and addresses.
/// Secrets are not among them, whatever is added.
class KnownProperties {
 public:
  /// Of one name the value that is added first counts.
  void Add(std::string_view name, std::string_view value);
  /// `text` with each `${name}` that is known replaced; what is unknown stays, and so does what
  /// would become longer than kMostResolved or refers to itself.
  std::string Resolve(std::string_view text) const;

  static constexpr std::size_t kMostResolved = 4096;

 private:
  static constexpr int kDeepest = 20;
  bool Append(std::string_view text, int depth, Budget* steps, std::string* resolved) const;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_
