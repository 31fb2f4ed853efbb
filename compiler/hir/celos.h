#ifndef HPDL_COMPILER_HIR_CELOS_H_
#define HPDL_COMPILER_HIR_CELOS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::hir {

/// A Celos workflow whose slots start a workflow of the program (hpdl_celos_start in the ABI).
struct CelosStart {
  std::string id;
  std::string app_path;
  std::uint32_t workflow = 0;  ///< index into Program.workflows
};

/// A script, or defaults that scripts import (hpdl_celos_script in the ABI).
struct CelosScript {
  std::string path;
  std::string name;  ///< for defaults: the name by which scripts import them; else empty
  std::string code;
};

/// The workflows and scripts of Celos in a program (hpdl_celos in the ABI).
struct Celos {
  std::string name;
  std::string defined;
  std::vector<CelosStart> starts;    ///< sorted by id
  std::vector<CelosScript> scripts;  ///< empty if no script has functions
  std::int64_t evaluated_ms = 0;
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_CELOS_H_
