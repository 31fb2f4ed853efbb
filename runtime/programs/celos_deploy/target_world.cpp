#include "runtime/programs/celos_deploy/target_world.h"

#include <set>
#include <utility>

#include "runtime/ground/config/config.h"
#include "runtime/programs/celos_deploy/target_file.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/open_file_systems.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kLongestConfiguration = 64 << 20;

/// Reads the URI `text`, which is the value of the target file's member `key`.
Result<FileUri> UriOf(const char* key, const std::string& text) {
  Result<FileUri> uri = ReadFileUri(text);
  if (!uri) {
    return Error{ErrorClass::kError, "", std::string(key) + ": " + uri.error().message};
  }
  return uri;
}

/// Returns the folder of a file.
std::string FolderOf(const FileUri& uri) {
  FileUri folder = uri;
  folder.path = uri.path.substr(0, uri.path.rfind('/'));
  return folder.Text();
}

}  // namespace

Result<std::string> TargetWorld::Read(const FileUri& uri, std::size_t limit) {
  return machines_.Of(uri)->Read(uri.path, limit);
}

Result<FileSystem*> TargetWorld::OpenFileSystem(const FileUri& hdfs_site, const FileUri& core_site,
                                                const std::string& user) {
  Properties properties;
  std::set<std::string, std::less<>> finals;
  for (const FileUri* uri : {&core_site, &hdfs_site}) {
    const Result<std::string> text = Read(*uri, kLongestConfiguration);
    HPDL_TRY(text);
    const Result<ConfigProperties> read = ReadHadoopXml(*text, uri->Text());
    HPDL_TRY(read);
    Apply(*read, &properties, &finals);
  }
  HadoopConf conf(FolderOf(hdfs_site), std::move(properties));
  const std::string uri = conf.DefaultFileSystem();
  if (uri.empty() || SchemeOf(uri) == "file") {
    return &LocalFiles();
  }
  if (!IsHadoopScheme(SchemeOf(uri))) {
    return Error{ErrorClass::kError, "",
                 "fs.defaultFS is " + uri + ": its scheme must be hdfs, webhdfs, swebhdfs or file"};
  }
  network_ = hpdl_network_curl.open(loop_);
  systems_ = OpenFileSystems(*network_, site_, std::move(conf));
  return systems_->Open(uri, user);
}

Result<std::unique_ptr<TargetWorld>> TargetWorld::Open(const DeployRequest& request) {
  std::unique_ptr<TargetWorld> world(new TargetWorld(request.user));
  const Result<FileUri> uri = UriOf("--target", request.target);
  HPDL_TRY(uri);
  const Result<std::string> text = world->Read(*uri, kLongestTargetFile);
  HPDL_TRY(text);
  const Result<TargetFile> target = ReadTargetFile(*text, uri->Text());
  HPDL_TRY(target);
  const Result<FileUri> hdfs_site = UriOf("hadoop.hdfs-site.xml", target->hdfs_site);
  HPDL_TRY(hdfs_site);
  const Result<FileUri> core_site = UriOf("hadoop.core-site.xml", target->core_site);
  HPDL_TRY(core_site);
  const Result<FileUri> workflows = UriOf("workflows.dir.uri", target->workflows);
  HPDL_TRY(workflows);
  const Result<FileUri> defaults = UriOf("defaults.dir.uri", target->defaults);
  HPDL_TRY(defaults);
  if (workflows->Text() == defaults->Text()) {
    return Error{
        ErrorClass::kError, "",
        uri->Text() + ": workflows.dir.uri and defaults.dir.uri must be different folders"};
  }
  const Result<FileSystem*> files = world->OpenFileSystem(*hdfs_site, *core_site, request.user);
  HPDL_TRY(files);
  world->workflow_ =
      std::make_unique<ScriptPlace>(*world->machines_.Of(*workflows), *workflows, request.name);
  world->defaults_ =
      std::make_unique<ScriptPlace>(*world->machines_.Of(*defaults), *defaults, request.name);
  world->application_ =
      std::make_unique<ApplicationFolder>(world->loop_, **files, request.hdfs_root, request.name);
  return world;
}

}  // namespace hpdl::rt::celos
