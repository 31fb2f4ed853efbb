#ifndef HPDL_COMPILER_PIPELINE_SECRET_FILES_H_
#define HPDL_COMPILER_PIPELINE_SECRET_FILES_H_

#include <string_view>

namespace hpdl::pipeline {

/// True if the name of the file at `path` shows that the file is probably a secret: a keytab, a key
/// store, a password file or a private key. Class files and jars are not secrets.
bool LooksSecret(std::string_view path);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_SECRET_FILES_H_
