#ifndef HPDL_COMPILER_APPLICATION_DIRECTORY_H_
#define HPDL_COMPILER_APPLICATION_DIRECTORY_H_

#include <string>

#include "compiler/application/application.h"
#include "compiler/application/ignore.h"

namespace hpdl::application {

/// The rules of .hpdlignore in the directory `root`, which ends in '/'; none if there is no such
/// file. False with one sentence in `error`.
bool ReadRules(const std::string& root, IgnoreRules* rules, std::string* error);

/// Load() of a directory of this machine with a workflow.xml.
bool LoadDirectory(const std::string& path, const std::string& leave_out, Application* application,
                   std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_DIRECTORY_H_
