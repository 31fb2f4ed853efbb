#ifndef HPDL_COMPILER_APPLICATION_LOAD_H_
#define HPDL_COMPILER_APPLICATION_LOAD_H_

#include <string>

#include "compiler/application/application.h"

namespace hpdl::application {

/// Reads the definition and lists the files. `leave_out` is the canonical path of a file that is
/// not part of the application even if it lies in it (the program that is being built). False with
/// one sentence in `error`.
bool Load(const std::string& path, const std::string& leave_out, Application* application,
          std::string* error);

/// Lists beside a local workflow.xml that was loaded alone the files of defaults that its directory
/// would have given it. Nothing for anything else. False with one sentence in `error`.
bool AddDefaultsBeside(const std::string& path, Application* application, std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_LOAD_H_
