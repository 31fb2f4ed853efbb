#ifndef HPDL_COMPILER_DIAGNOSTICS_SECRETS_H_
#define HPDL_COMPILER_DIAGNOSTICS_SECRETS_H_

#include <cstdint>
#include <map>
#include <string>

#include "compiler/base/source.h"

namespace hpdl {

/// The parts of files that are never shown, whatever is said about their line. Adding and asking
/// take logarithmic time in their number, in whatever order they come.
class Secrets {
 public:
  void Add(const SourceBuffer* source, Range range);
  /// The bytes of `range`, those of secrets as asterisks. Lines keep their ends.
  std::string Shown(const SourceBuffer& source, Range range) const;

 private:
  /// Begins and ends; apart from each other.
  using Ranges = std::map<std::uint32_t, std::uint32_t>;
  std::map<const SourceBuffer*, Ranges> ranges_;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_SECRETS_H_
