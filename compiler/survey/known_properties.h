#ifndef HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_
#define HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_

#include <map>
#include <string>
#include <string_view>

#include "compiler/base/budget.h"

namespace hpdl::survey {

/// The properties with which a definition is probably started. They resolve the paths and addresses
/// of the definition. Add() never adds secrets.
class KnownProperties {
 public:
  /// Adds a property. If a property of this name was added before, changes nothing.
  void Add(std::string_view name, std::string_view value);
  /// Returns `text` with the values of known properties in place of `${name}`. Unknown names stay.
  /// The whole text stays unchanged if the result would be longer than kMostResolved or if a
  /// property refers to itself.
  std::string Resolve(std::string_view text) const;

  static constexpr std::size_t kMostResolved = 4096;

 private:
  static constexpr int kDeepest = 20;
  bool Append(std::string_view text, int depth, Budget* steps, std::string* resolved) const;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_KNOWN_PROPERTIES_H_
