#ifndef HPDL_COMPILER_SECRETS_MARKUP_H_
#define HPDL_COMPILER_SECRETS_MARKUP_H_

#include <string_view>
#include <vector>

#include "compiler/base/source.h"

/// Finds secrets in the bytes of a file. The file may be XML that cannot be parsed.
namespace hpdl::secrets {

/// Returns the ranges of the texts that follow the name of a secret in the same parent element,
/// such as `x` in `<name>password</name><value>x</value>`. Element names do not matter.
std::vector<Range> FindNamedInMarkup(std::string_view text);

/// Returns the results of FindNamedInMarkup() and FindSecrets() together. The function is for files
/// that have no syntax tree.
std::vector<Range> FindInFile(std::string_view text);

}  // namespace hpdl::secrets

#endif  // HPDL_COMPILER_SECRETS_MARKUP_H_
