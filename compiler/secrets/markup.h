#ifndef HPDL_COMPILER_SECRETS_MARKUP_H_
#define HPDL_COMPILER_SECRETS_MARKUP_H_

#include <string_view>
#include <vector>

#include "compiler/base/source.h"

/// Secrets by the look of a file: nothing here asks whether it is XML that one could read.
namespace hpdl::secrets {

/// Texts behind a text that names a secret, in the same element, whatever the elements are called.
std::vector<Range> FindNamedInMarkup(std::string_view text);

/// These, and what FindSecrets() finds: all that can be said of a file that has no tree.
std::vector<Range> FindInFile(std::string_view text);

}  // namespace hpdl::secrets

#endif  // HPDL_COMPILER_SECRETS_MARKUP_H_
