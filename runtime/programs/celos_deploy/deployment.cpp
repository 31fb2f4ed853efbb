#include "runtime/programs/celos_deploy/deployment.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/celos_deploy/deploy_folder.h"
#include "runtime/programs/celos_deploy/places.h"
#include "runtime/programs/celos_deploy/target_world.h"

namespace hpdl::rt::celos {
namespace {

Error Wrong(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
}

Result<void> CheckRequest(const DeployRequest& request) {
  const std::string& name = request.name;
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
      name.find(".hpdl-") != std::string::npos || name.size() > 200 ||
      std::any_of(name.begin(), name.end(), IsControl)) {
    return Wrong(
        "invalid workflow name: it becomes a file name, so it may have at most 200 bytes and no "
        "'/', '.hpdl-' or control characters");
  }
  const std::string& root = request.hdfs_root;
  if (!root.starts_with('/') || root.ends_with('/')) {
    return Wrong(
        "HDFS root should start with single '/' symbol, and should end with no '/' symbol");
  }
  for (const char* part : {"//", "/./", "/../"}) {
    if ((root + "/").find(part) != std::string::npos) {
      return Wrong("HDFS root " + root + " has '" + part + "' in it");
    }
  }
  return {};
}

}  // namespace

Result<std::string> Deploy(const DeployRequest& request) {
  HPDL_TRY(CheckRequest(request));
  const Result<DeployFolder> from = ReadDeployFolder(request.deploy_dir);
  HPDL_TRY(from);
  const Result<std::unique_ptr<TargetWorld>> world = TargetWorld::Open(request);
  HPDL_TRY(world);
  HPDL_TRY(PutInPlace(*from, (*world)->places()));
  const Places places = (*world)->places();
  const Result<void> cleaned = places.application.Clean();
  std::string text = request.name + " is deployed:";
  text += from->workflow ? " " + places.workflow.Text() : "";
  text += from->defaults ? " " + places.defaults.Text() : "";
  text += " " + places.application.Text() + "\n";
  return cleaned ? text
                 : text +
                       "the previous files could not be deleted now, so the next deployment "
                       "deletes them: " +
                       cleaned.error().message + "\n";
}

Result<std::string> Undeploy(const DeployRequest& request) {
  HPDL_TRY(CheckRequest(request));
  const Result<std::unique_ptr<TargetWorld>> opened = TargetWorld::Open(request);
  HPDL_TRY(opened);
  HPDL_TRY(TakeAway((*opened)->places()));
  return request.name + " is no longer deployed\n";
}

}  // namespace hpdl::rt::celos
