#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_

#include <optional>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/file_uri.h"
#include "runtime/programs/celos_deploy/small_files.h"

namespace hpdl::rt::celos {

/// A script `NAME.js` in a folder that a Celos server reads. A new script is written beside the old
/// script, under a name that does not end in `.js`. A rename then replaces the old script.
class ScriptPlace {
 public:
  /// `folder` is on the machine of `files`. `files` must outlive this object.
  ScriptPlace(SmallFiles& files, FileUri folder, const std::string& name);

  std::string Text() const { return at_.Text(); }
  /// Checks that the machine can be reached, and reads the old script. Deletes files that a killed
  /// deployment has left beside the script.
  Result<void> Prepare();
  /// Writes the new script beside the old script. If `script` is nullopt, writes nothing, and
  /// Commit() will delete the old script.
  Result<void> Write(const std::optional<std::string>& script);
  /// Replaces the old script by the new script, or deletes the old script if there is no new
  /// script.
  Result<void> Commit();
  /// Restores the old script. If there was no old script, removes the new script.
  Result<void> Undo();
  /// Deletes the new script, if it is still beside the old script.
  Result<void> Clean();

 private:
  Result<void> WriteBeside(const std::string& script);

  SmallFiles& files_;
  const FileUri folder_;
  FileUri at_;
  const std::string prefix_;  ///< begins the names of all files beside the script
  std::string beside_;        ///< path of the new script; "": not written
  std::optional<std::string> old_;
  bool has_folder_ = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_PLACE_H_
