#ifndef HPDL_COMPILER_HIR_CELOS_H_
#define HPDL_COMPILER_HIR_CELOS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::hir {

/// A workflow of the scripts whose slots start a workflow of the program: hpdl_celos_start.
struct CelosStart {
  std::string id;
  std::string app_path;
  std::uint32_t workflow = 0;  ///< index into Program.workflows
};

/// hpdl_celos_script.
struct CelosScript {
  std::string path;
  std::string name;  ///< of defaults; else empty
  std::string code;
};

/// What scripts of Celos have defined: hpdl_celos.
struct Celos {
  std::string name;
  std::string defined;
  std::vector<CelosStart> starts;    ///< sorted by id
  std::vector<CelosScript> scripts;  ///< none: no properties are a function
  std::int64_t evaluated_ms = 0;
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_CELOS_H_
