#ifndef HPDL_COMPILER_PIPELINE_SECRET_FILES_H_
#define HPDL_COMPILER_PIPELINE_SECRET_FILES_H_

#include <string_view>

namespace hpdl::pipeline {

/// Whether a file of this name is likely a secret: keytabs, key stores, password files, private
/// keys.
bool LooksSecret(std::string_view path);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_SECRET_FILES_H_
