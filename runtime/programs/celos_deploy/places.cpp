#include "runtime/programs/celos_deploy/places.h"

#include <string>

namespace hpdl::rt::celos {
namespace {

/// Does the steps of a deployment, and undoes them if a step fails.
class Steps {
 public:
  explicit Steps(Places places) : places_(places) {}

  Result<void> Do(const DeployFolder& from) {
    HPDL_TRY(places_.application.Prepare());
    HPDL_TRY(places_.defaults.Prepare());
    HPDL_TRY(places_.workflow.Prepare());
    Result<void> done = Change(from);
    if (done) {
      return done;
    }
    Error error = done.error();
    const std::string left = TakeBack();
    error.message += left.empty() ? "\nnothing was deployed: everything is as it was" : left;
    return error;
  }

 private:
  Result<void> Change(const DeployFolder& from) {
    HPDL_TRY(places_.application.Fill(from));
    HPDL_TRY(places_.defaults.Write(from.defaults));
    HPDL_TRY(places_.workflow.Write(from.workflow));
    // From here on, each step only renames. A step may take effect although it reports a failure.
    // So each step's flag is set before the step begins.
    swapped_ = true;
    HPDL_TRY(places_.application.Swap());
    defaults_ = true;
    HPDL_TRY(places_.defaults.Commit());
    workflow_ = true;
    return places_.workflow.Commit();
  }

  /// Undoes the steps that have begun. Returns a line for each folder or script that could not be
  /// restored.
  std::string TakeBack() {
    std::string left;
    const auto note = [&left](const std::string& what, const Result<void>& done) {
      if (!done) {
        left += "\n" + what +
                " could not be restored and may be the new version: " + done.error().message;
      }
    };
    if (workflow_) {
      note(places_.workflow.Text(), places_.workflow.Undo());
    }
    if (defaults_) {
      note(places_.defaults.Text(), places_.defaults.Undo());
    }
    if (swapped_) {
      note(places_.application.Text(), places_.application.SwapBack());
    }
    // If Clean() cannot delete some files now, the next deployment deletes them. The call of
    // Clean() for the application's folder may delete the old folder, so Clean() of this folder is
    // called only if everything is restored.
    (void)places_.workflow.Clean();
    (void)places_.defaults.Clean();
    if (left.empty()) {
      (void)places_.application.Clean();
    }
    return left;
  }

  const Places places_;
  bool swapped_ = false, defaults_ = false, workflow_ = false;  ///< set before the step begins
};

}  // namespace

Result<void> PutInPlace(const DeployFolder& from, Places places) {
  return Steps(places).Do(from);
}

Result<void> TakeAway(Places places) {
  HPDL_TRY(places.application.Prepare());
  HPDL_TRY(places.defaults.Prepare());
  HPDL_TRY(places.workflow.Prepare());
  HPDL_TRY(places.workflow.Commit());
  HPDL_TRY(places.defaults.Commit());
  return places.application.Delete();
}

}  // namespace hpdl::rt::celos
