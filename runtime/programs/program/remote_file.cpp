#include "runtime/programs/program/remote_file.h"

#include "runtime/ground/base/current_user.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/hadoop.h"

namespace hpdl::rt {

namespace {

constexpr std::int64_t kMostBytes = 64 << 20;

Result<std::string> ReadRemote(const hpdl_program& program, const std::string& uri,
                               const std::string& site_path) {
  PathBase base;
  base.user = CurrentUser();
  if (program.hadoop == nullptr || program.network == nullptr) {
    return Locate(uri, base).error();
  }
  const Result<Site> site = Site::Load(site_path);
  HPDL_TRY(site);
  boost::asio::io_context loop(1);
  const std::unique_ptr<Network> network = program.network->open(loop);
  const std::unique_ptr<FileSystems> systems = program.hadoop->open(*network, *site, site_path);
  base.remote = systems.get();
  const Result<FileLocation> at = Locate(uri, base);
  HPDL_TRY(at);
  return Await(loop, at->files->Read(at->path, kMostBytes));
}

}  // namespace

Result<ConfigProperties> ReadConfigAnywhere(const hpdl_program& program, const std::string& path,
                                            const std::string& site_path) {
  if (!IsHadoopScheme(SchemeOf(path))) {
    return ReadConfigFile(path);
  }
  const Result<std::string> text = ReadRemote(program, path, site_path);
  if (!text) {
    return Error{ErrorClass::kError, text.error().code, path + ": " + text.error().message};
  }
  return ParseConfig(*text, path);
}

}  // namespace hpdl::rt
