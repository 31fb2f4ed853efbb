#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_

#include <optional>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/file_uri.h"
#include "runtime/programs/celos_deploy/small_files.h"

namespace hpdl::rt::celos {

/// One script in a folder that a Celos server reads, `NAME.js`, and how another one takes its
/// place: it is written beside under a name that does not end in `.js`, then renamed.
class ScriptPlace {
 public:
  /// `folder` is on the machine of `files`, which outlives this.
  ScriptPlace(SmallFiles& files, FileUri folder, const std::string& name);

  std::string Text() const { return at_.Text(); }
  /// Whether the machine can be reached, and what is there now. What a deployment that was killed
  /// has left beside is deleted.
  Result<void> Prepare();
  /// Writes the script beside; none: there is to be none.
  Result<void> Write(const std::optional<std::string>& script);
  /// Puts it into its place, or deletes what is there.
  Result<void> Commit();
  /// What was there is there again.
  Result<void> Undo();
  /// Deletes what is beside.
  Result<void> Clean();

 private:
  Result<void> WriteBeside(const std::string& script);

  SmallFiles& files_;
  const FileUri folder_;
  FileUri at_;
  const std::string prefix_;  ///< of the names of files beside it
  std::string beside_;        ///< the path; "": nothing was written there
  std::optional<std::string> old_;
  bool has_folder_ = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_
