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

/// The parts of files that are never shown, whatever is said about their line, and values that
/// never are. Adding and asking take logarithmic time in their number, in whatever order they come.
class Secrets {
 public:
  void Add(const SourceBuffer* source, Range range);
  /// A text that is a secret and stands in no file: the value of a property that is given.
  void Add(std::string_view text) { texts_.emplace(text); }
  /// The bytes of `range`, those of secrets as asterisks. Lines keep their ends.
  std::string Shown(const SourceBuffer& source, Range range) const;

 private:
  friend class SecretTexts;

  /// Begins and ends; apart from each other.
  using Ranges = std::map<std::uint32_t, std::uint32_t>;
  std::map<const SourceBuffer*, Ranges> ranges_;
  std::set<std::string> texts_;
};

/// The texts of the secrets that are known so far, to be found where a value of the file is quoted.
class SecretTexts {
 public:
  explicit SecretTexts(const Secrets& secrets);

  /// `text` with each secret in it as asterisks; one of a few letters only where it is a word.
  /// Takes time in proportion to the length of the text, nearly.
  std::string Masked(std::string_view text) const;
  /// The same in the values of a message; its own words tell nothing, and stay.
  Message MaskedValues(const Message& message) const;

 private:
  static constexpr std::size_t kMostCompared = 64;

  void Add(std::string_view text);
  /// How many bytes at `at` are a secret.
  std::size_t LengthAt(std::string_view text, std::size_t at) const;

  /// By the length of what is compared, the longest first: the begins of secrets, and how long the
  /// longest secret is that begins so.
  std::map<std::size_t, std::unordered_map<std::string, std::size_t>, std::greater<>> longest_;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_SECRETS_MASKING_H_
