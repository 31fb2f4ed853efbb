#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_REMOTE_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_REMOTE_FILE_H_

#include <string>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {

/// Reads a configuration file as ReadConfigFile() does. The file may be local or in HDFS. The
/// settings for Hadoop come from the site file `site_path`.
Result<ConfigProperties> ReadConfigAnywhere(const hpdl_program& program, const std::string& path,
                                            const std::string& site_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_REMOTE_FILE_H_
