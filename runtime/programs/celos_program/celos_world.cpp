#include "runtime/programs/celos_program/celos_world.h"

#include <utility>

#include "runtime/engines/celos_service/trigger_files.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/world/hadoop/hadoop.h"

namespace hpdl::rt::celos {
namespace {

/// The file systems of a program without the network. Only local files can be read.
class NoFileSystems final : public FileSystems {
 public:
  Result<std::string> Default() override { return std::string(); }
  Result<FileSystem*> Open(std::string_view uri, const std::string& /*user*/) override {
    return Error{
        ErrorClass::kNonTransient, "E0904",
        std::string(uri) + " needs the network, but this program was built with --no-network"};
  }
};

}  // namespace

CelosWorld::CelosWorld(const hpdl_program& program, const Site& site, std::string site_path)
    : site_path_(std::move(site_path)) {
  if (program.network != nullptr) {
    network_ = program.network->open(loop_);
  }
  if (program.hadoop != nullptr && network_ != nullptr) {
    remote_ = program.hadoop->open(*network_, site, site_path_);
  } else {
    remote_ = std::make_unique<NoFileSystems>();
  }
  files_ = std::make_unique<TriggerFiles>(loop_, *remote_, CurrentUser());
  thread_ = std::thread([this] { loop_.run(); });
}

void CelosWorld::End() {
  if (!thread_.joinable()) {
    return;
  }
  busy_.reset();
  loop_.stop();
  thread_.join();
}

}  // namespace hpdl::rt::celos
