#ifndef HPDL_COMPILER_SECRETS_MASKING_H_
#define HPDL_COMPILER_SECRETS_MASKING_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "compiler/base/message.h"
#include "compiler/base/source.h"

namespace hpdl {

/// Stores the secrets, which the compiler never shows. A secret is a range of a file, or a text
/// that is not in a file. Each call of Add() or Shown() takes logarithmic time in the number of
/// secrets.
class Secrets {
 public:
  void Add(const SourceBuffer* source, Range range);
  /// Adds a secret that is not in a file: the value of a given property.
  void Add(std::string_view text) { texts_.emplace(text); }
  /// Returns the bytes of `range`, with asterisks in place of all bytes of secrets except line
  /// ends.
  std::string Shown(const SourceBuffer& source, Range range) const;

 private:
  friend class SecretTexts;

  /// Maps the start of each range to its end; the ranges do not overlap.
  using Ranges = std::map<std::uint32_t, std::uint32_t>;
  std::map<const SourceBuffer*, Ranges> ranges_;
  std::set<std::string> texts_;
};

/// The texts of all secrets in a Secrets object. Finds these secrets in the values that a message
/// quotes.
class SecretTexts {
 public:
  /// kStay: a secret that is a common word, such as "prod", is not masked. The word is a part of
  /// many names, and masking all of them would tell the secret.
  enum class Words : std::uint8_t { kMask, kStay };

  explicit SecretTexts(const Secrets& secrets, Words words = Words::kMask);

  /// Returns `text` with asterisks in place of each secret. A secret of one or two bytes is not
  /// masked. A secret of three to five bytes is masked only if it is a whole word. The time is
  /// almost proportional to the length of the text.
  std::string Masked(std::string_view text) const;
  /// Masks the secrets in the values of a message. The compiler's own words contain no secrets and
  /// stay unchanged.
  Message MaskedValues(const Message& message) const;

 private:
  static constexpr std::size_t kMostCompared = 64;

  const Words words_;

  void Add(std::string_view text);
  /// Returns the number of bytes of the secret that begins at `at`; 0 if no secret begins there.
  std::size_t LengthAt(std::string_view text, std::size_t at) const;

  /// Maps the first bytes of secrets to the length of the longest secret that begins with these
  /// bytes. The outer key is the number of first bytes, the largest number first. The inner key is
  /// the first bytes.
  std::map<std::size_t, std::unordered_map<std::string, std::size_t>, std::greater<>> longest_;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_SECRETS_MASKING_H_
