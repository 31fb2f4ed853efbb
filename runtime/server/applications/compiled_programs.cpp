#include "runtime/server/applications/compiled_programs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/die_with_parent.h"
#include "runtime/ground/base/global_property.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/server/access/sha256.h"
#include "runtime/server/applications/compile_errors.h"
#include "runtime/server/applications/embedded_definition.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kMostProgram = std::int64_t{2} << 30;
constexpr mode_t kProgramMode = 0700;
constexpr std::string_view kDefinition = "/workflow.xml";
/// The beginnings of the keys of Parts that hpdlc writes for included files and for properties.
constexpr std::string_view kFilePart = "<", kPropertyPart = "${";

/// Returns the time of the last change of a file, in ns since 1970; 0: the file is missing.
std::int64_t TimeOf(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 ? info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec
                                        : 0;
}

/// Reads the content hash from the output of `PROGRAM --version --format json`. The output is a
/// CycloneDX list. Also reads the format that was used before, because older programs may still be
/// in the folder.
std::string ReadContentHash(std::string_view version) {
  std::string_view rest;
  for (const std::string_view name :
       {R"({"name":"hpdl:contentHash","value":")", R"("contentHash":")"}) {
    if (const std::size_t at = version.find(name); rest.empty() && at != std::string_view::npos) {
      rest = version.substr(at + name.size());
    }
  }
  const std::string_view hash = rest.substr(0, rest.find('"'));
  const bool hex = hash.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return hex ? std::string(hash) : std::string();
}

/// Reads the list that hpdlc writes for --applications: the keys of the program's Parts.
Result<std::vector<std::string>> ReadParts(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::string> all;
  for (std::string each; std::getline(in, each, '\0');) {
    all.push_back(each);
  }
  return in.bad() ? FileError(path, EIO) : Result<std::vector<std::string>>(std::move(all));
}

/// Returns the hash of a property's value as written. Properties to which the value refers are
/// parts of their own. A missing property has a hash, too.
std::string HashOfProperty(std::string_view name, const Properties& properties) {
  const auto found = properties.find(name);
  Sha256 hash;
  hash.Add(std::int64_t{found != properties.end()});
  if (found != properties.end()) {
    hash.Add(found->second);
  }
  return hash.Hex();
}

Result<std::string> ReadPicture(const std::string& path) {
  constexpr std::int64_t kMostPicture = 32 << 20;
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const std::int64_t size = in.tellg();
  if (!in || size > kMostPicture) {
    return FileError(path, in ? EFBIG : EIO);
  }
  std::string text(static_cast<std::size_t>(size), '\0');
  in.seekg(0).read(text.data(), size);
  return in ? Result<std::string>(std::move(text)) : FileError(path, EIO);
}

std::vector<std::string> KeysOf(const std::map<std::string, std::string>& parts) {
  std::vector<std::string> keys;
  for (const auto& [key, hash] : parts) {
    keys.push_back(key);
  }
  return keys;
}

ApplicationPlace PlaceNamed(std::string path) {
  ApplicationPlace place;
  place.remote = path.find("://") != std::string::npos;
  place.written = path;
  place.path = std::move(path);
  return place;
}

/// Returns the path that hpdlc gets to compile a place.
std::string CompiledPath(const ApplicationPlace& place) {
  return place.definition.empty() ? place.path : place.path + "/" + place.definition;
}

/// True if hpdlc takes files from the folder of the definition only if the option --with-folder
/// tells it so. This is true for each definition with a name of its own.
bool NeedsFolder(const ApplicationPlace& place) {
  return place.type == JobType::kWorkflow
             ? !place.definition.empty()
             : place.path.substr(place.path.rfind('/') + 1) != FormOf(place.type).definition;
}

/// Turns kNoApplication into Oozie's error for a missing application. The text of Oozie's error
/// names the missing file. Returns other errors unchanged. `place` is the submitted place.
Error AsOozieSays(Error error, const ApplicationPlace& place) {
  if (error.code != kNoApplication) {
    return error;
  }
  std::string file = place.written;
  file.erase(file.find_last_not_of('/') + 1);
  const bool is_file =
      !place.definition.empty() ||
      (place.type == JobType::kWorkflow ? file.ends_with(kDefinition) : file.ends_with(".xml"));
  file.append(is_file ? "" : "/").append(is_file ? "" : FormOf(place.type).definition);
  return {error.error_class, kNoDefinition,
          "Runtime error [XML file [" + file +
              "] does not exist and app definition cannot be created because of missing config "
              "value [oozie.jobs.api.generated.xml]]"};
}

/// Returns the <global> that a workflow inherits from its parent, as a property; empty: it inherits
/// none.
Properties InheritedGlobal(const ApplicationPlace& place, const Properties& properties) {
  Properties inherited;
  const auto found = properties.find(kGlobalProperty);
  if (place.type == JobType::kWorkflow && found != properties.end() && !found->second.empty()) {
    inherited.insert(*found);
  }
  return inherited;
}

/// Returns the options with which the compiler may make a different program from the same files, as
/// a part of the program's key.
std::string OptionsOf(const ApplicationPlace& place, const Properties& properties) {
  const Properties inherited = InheritedGlobal(place, properties);
  return std::string(place.contained ? " contained" : "") +
         (place.checks_fork_join ? "" : " unchecked") +
         (inherited.empty() ? "" : " global " + HashOfProperty(kGlobalProperty, inherited));
}

/// Returns the line of the compiler's output that explains why the compiler itself failed, for
/// example because a file could not be written. This is the first line that begins with `hpdlc: `,
/// else the first line. The prefix `hpdlc: ` is left out.
std::string FirstLine(std::string_view output) {
  constexpr std::string_view kSelf = "hpdlc: ";
  const std::size_t own = output.starts_with(kSelf) ? 0 : output.find("\nhpdlc: ");
  if (own != std::string_view::npos) {
    output.remove_prefix(output.find(kSelf, own) + kSelf.size());
  }
  return std::string(output.substr(0, output.find('\n')));
}

/// Returns the error of a failed compiler; nullopt if the compiler succeeded.
std::optional<Error> Refusal(const ChildEnd& end, const std::string& folder) {
  if (end.too_late || end.signal != 0) {
    return UnreadableApplication("the compiler " + end.Words());
  }
  if (end.code == 1) {
    return CompileError(end.output, folder);
  }
  return end.code == 0 ? std::nullopt : std::optional(UnreadableApplication(FirstLine(end.output)));
}

/// A folder of files for the compiler, which the destructor deletes. Its name begins with
/// kUnfinishedPrefix, so RemoveUnfinished() removes it after a crash.
class WrittenApplication {
 public:
  WrittenApplication(const std::string& beside, const ApplicationFiles& files)
      : path_(beside + "/" + std::string(kUnfinishedPrefix) + "XXXXXX"),
        files_(files),
        ok_(mkdtemp(path_.data()) != nullptr) {}
  ~WrittenApplication() {
    if (!ok_) {
      return;
    }
    for (const auto& [name, bytes] : files_) {
      unlink((path_ + "/" + name).c_str());
    }
    rmdir(path_.c_str());
  }
  WrittenApplication(const WrittenApplication&) = delete;
  WrittenApplication& operator=(const WrittenApplication&) = delete;

  bool ok() const { return ok_; }  ///< false: errno has the reason
  const std::string& path() const { return path_; }

  Result<void> Write() const {
    constexpr mode_t kOwnersAlone = 0600;
    for (const auto& [name, bytes] : files_) {
      const std::string path = path_ + "/" + name;
      if (!WriteWhole(path, bytes, kOwnersAlone)) {
        return FileError(path, errno);
      }
    }
    return {};
  }

 private:
  std::string path_;
  const ApplicationFiles& files_;
  const bool ok_;
};

}  // namespace

CompiledPrograms::CompiledPrograms(StateDirectory& state, ServerRecords& records,
                                   Children& children, const WorkLines& lines, FileSystems* remote,
                                   CompilerSetup setup)
    : state_(state),
      records_(records),
      children_(children),
      remote_(remote),
      setup_(std::move(setup)),
      compiling_(LineOf(lines, WorkKind::kCompilation)),
      drawing_(LineOf(lines, WorkKind::kPicture)),
      known_(std::make_shared<KnownFiles>()) {}

Result<CompiledPrograms::RemotePlace> CompiledPrograms::Remote(
    const std::string& user, const ApplicationPlace& place) const {
  if (remote_ == nullptr) {
    return Error{ErrorClass::kError, "E0904", place.written + " cannot be reached"};
  }
  const Result<FileSystem*> files = remote_->Open(place.path, user);
  HPDL_TRY(files);
  const std::size_t authority = place.path.find("://") + 3;
  const std::size_t slash = place.path.find('/', authority);
  return RemotePlace{*files, slash == std::string::npos ? "" : place.path.substr(slash)};
}

/// If the place is the definition of a workflow, returns its folder: as in Oozie, the files beside
/// the definition belong to the application. Returns other places unchanged.
Task<Result<ApplicationPlace>> CompiledPrograms::FolderOf(const std::string& user,
                                                          ApplicationPlace place) {
  while (place.path.size() > 1 && place.path.ends_with('/')) {
    place.path.pop_back();
  }
  if (place.path.size() > kDefinition.size() && place.path.ends_with(kDefinition)) {
    place.path.resize(place.path.size() - kDefinition.size());
    co_return std::move(place);
  }
  if (place.remote) {
    Result<RemotePlace> remote = Remote(user, place);
    HPDL_CO_TRY(remote);
    Result<std::string> name =
        co_await NameOfRemoteDefinition(*remote->files, std::move(remote->path));
    HPDL_CO_TRY(name);
    place.definition = std::move(*name);
  } else {
    auto find = [path = place.path](const StopFlag&) { return NameOfLocalDefinition(path); };
    place.definition = co_await OnWorker(std::move(find));
  }
  if (!place.definition.empty()) {
    place.path.resize(place.path.size() - place.definition.size() - 1);
  }
  co_return std::move(place);
}

/// Returns the place that is compiled: the folder of a workflow, or the file that defines a
/// coordinator or a bundle. Error: kNoApplication.
Task<Result<ApplicationPlace>> CompiledPrograms::DefinitionOf(const std::string& user,
                                                              ApplicationPlace place) {
  if (place.type == JobType::kWorkflow) {
    co_return co_await FolderOf(user, std::move(place));
  }
  const std::string_view name = FormOf(place.type).definition;
  if (!place.remote) {
    auto find = [path = place.path, name](const StopFlag&) {
      return FindLocalDefinition(path, name);
    };
    Result<std::string> path = co_await OnWorker(std::move(find));
    HPDL_CO_TRY(path);
    place.path = std::move(*path);
    co_return std::move(place);
  }
  Result<RemotePlace> remote = Remote(user, place);
  HPDL_CO_TRY(remote);
  const Result<std::string> path =
      co_await FindRemoteDefinition(*remote->files, std::move(remote->path), name);
  HPDL_CO_TRY(path);
  place.path.resize(std::min(place.path.find('/', place.path.find("://") + 3), place.path.size()));
  place.path += *path;
  co_return std::move(place);
}

Task<Result<std::string>> CompiledPrograms::HashOf(const ApplicationReader& reader,
                                                   const ApplicationPlace& place) {
  const bool whole = place.type == JobType::kWorkflow;
  const std::string_view beside = FormOf(place.type).defaults;
  std::string definition =
      place.definition.empty() ? std::string(FormOf(place.type).definition) : place.definition;
  if (place.remote) {
    Result<RemotePlace> remote = Remote(reader.user, place);
    HPDL_CO_TRY(remote);
    FileSystem& files = *remote->files;
    if (whole) {
      co_return co_await HashRemoteApplication(files, setup_.application, std::move(remote->path),
                                               std::move(definition));
    }
    co_return co_await HashRemoteDefinition(files, std::move(remote->path), beside);
  }
  std::shared_ptr<LocalHash> hash =
      whole
          ? LocalHash::OfApplication(known_, setup_.application, place.path, std::move(definition))
          : LocalHash::OfDefinition(known_, setup_.application, place.path, beside);
  co_return co_await Finished(reader, place.written, std::move(hash));
}

/// Returns the hash of a file that a coordinator includes.
Task<Result<std::string>> CompiledPrograms::HashOfFile(const ApplicationReader& reader,
                                                       ApplicationPlace place) {
  if (place.remote) {
    Result<RemotePlace> remote = Remote(reader.user, place);
    HPDL_CO_TRY(remote);
    co_return co_await HashRemoteFile(*remote->files, std::move(remote->path));
  }
  std::shared_ptr<LocalHash> hash = LocalHash::OfFile(known_, setup_.application, place.path);
  co_return co_await Finished(reader, place.written, std::move(hash));
}

/// Computes a hash. Many hashes take turns on the worker threads, step by step. Gives up if the
/// caller leaves or the time for compiling an application is over.
Task<Result<std::string>> CompiledPrograms::Finished(const ApplicationReader& reader,
                                                     std::string place,
                                                     std::shared_ptr<LocalHash> hash) const {
  const auto end = SteadyClock::now() + setup_.time;
  while (true) {
    auto step = [hash](const StopFlag& stop) { return hash->Step(stop); };
    const Result<bool> done = co_await OnWorker(std::move(step));
    HPDL_CO_TRY(done);
    if (*done) {
      co_return hash->Hex();
    }
    if (reader.gone && reader.gone()) {
      co_return UnreadableApplication("the caller has left");
    }
    if (SteadyClock::now() >= end) {
      co_return UnreadableApplication("to read the files of " + place + " takes longer than " +
                                      std::to_string(setup_.time.count() / 1000) +
                                      " s (hpdl.server.compile.timeout)");
    }
  }
}

/// Returns the key under which ServerRecords stores the program of an application. The key contains
/// the name of the user, and a hash of the application and the compiler.
std::string CompiledPrograms::KeyOf(const std::string& user, const std::string& hash) const {
  if (hash.empty()) {
    return "";
  }
  Sha256 all;
  all.Add(hash).Add(setup_.hpdlc).Add(TimeOf(setup_.hpdlc));
  return user + ":" + all.Hex();
}

/// Returns the program that ServerRecords stores under a key. The path is "" if the application
/// must be compiled.
Task<Result<CompiledApplication>> CompiledPrograms::Known(const ApplicationReader& reader,
                                                          std::string key,
                                                          const Properties& properties) {
  CompiledApplication known;
  if (key.empty()) {
    co_return known;
  }
  Result<std::string> path = records_.FindProgram(key);
  HPDL_CO_TRY(path);
  const Result<Parts> parts = records_.PartsOf(key);
  Result<std::string> warnings = records_.WarningsOf(key);
  if (path->empty() || !parts || !warnings) {
    co_return known;
  }
  const Result<Parts> now = co_await HashesOf(reader, KeysOf(*parts), properties);
  if (!now || *now != *parts) {
    co_return known;
  }
  // JobPurge removes programs that were not used for a while. The new file time protects this
  // program until a job uses it.
  if (utimensat(AT_FDCWD, path->c_str(), nullptr, 0) == 0) {
    known = {std::move(*path), std::move(*warnings)};
  }
  co_return known;
}

/// Returns the hash of one part. Returns "" for a sub-workflow that has no hash.
Task<Result<std::string>> CompiledPrograms::HashOfPart(const ApplicationReader& reader,
                                                       const std::string& part,
                                                       const Properties& properties) {
  if (part.starts_with(kPropertyPart)) {
    const std::size_t begin = kPropertyPart.size();
    co_return HashOfProperty(std::string_view(part).substr(begin, part.size() - begin - 1),
                             properties);
  }
  if (part.starts_with(kFilePart)) {
    ApplicationPlace file = PlaceNamed(part.substr(kFilePart.size()));
    co_return co_await HashOfFile(reader, std::move(file));
  }
  ApplicationPlace named = PlaceNamed(part);
  const Result<ApplicationPlace> place = co_await FolderOf(reader.user, std::move(named));
  HPDL_CO_TRY(place);
  co_return co_await HashOf(reader, *place);
}

/// Returns the hash of each part. Returns an error if a part has no hash.
Task<Result<CompiledPrograms::Parts>> CompiledPrograms::HashesOf(const ApplicationReader& reader,
                                                                 std::vector<std::string> parts,
                                                                 const Properties& properties) {
  Parts hashes;
  for (const std::string& part : parts) {
    Result<std::string> hash = co_await HashOfPart(reader, part, properties);
    if (!hash || hash->empty()) {
      co_return hash ? UnreadableApplication(part) : hash.error();
    }
    hashes.emplace(part, std::move(*hash));
  }
  co_return hashes;
}

/// Returns the present hashes of the parts of an application's last program.
Task<Result<CompiledPrograms::Parts>> CompiledPrograms::HashesNow(const ApplicationReader& reader,
                                                                  std::string key,
                                                                  const Properties& properties) {
  const Result<Parts> parts = records_.PartsOf(key);
  HPDL_CO_TRY(parts);
  co_return co_await HashesOf(reader, KeysOf(*parts), properties);
}

/// Records the program of an application. `before` and `after` are the hashes of the parts before
/// and after the compilation. If they differ, a part is new or was changed meanwhile. Then no
/// hashes are recorded, and the next submission compiles the application again.
Result<void> CompiledPrograms::Remember(const std::string& key, const Compiled& compiled,
                                        const Parts& before, Parts after) {
  if (after != before) {
    for (auto& [place, hash] : after) {
      hash.clear();
    }
  }
  return records_.PutProgram(key, compiled.made.path, after, compiled.made.warnings);
}

Task<Result<std::string>> CompiledPrograms::Of(ApplicationReader reader, ApplicationPlace submitted,
                                               Properties properties) {
  Result<CompiledApplication> application =
      co_await WithWarnings(std::move(reader), std::move(submitted), std::move(properties));
  HPDL_CO_TRY(application);
  co_return std::move(application->path);
}

Task<Result<CompiledApplication>> CompiledPrograms::WithWarnings(ApplicationReader reader,
                                                                 ApplicationPlace submitted,
                                                                 Properties properties) {
  const std::string user = reader.user;
  const Result<ApplicationPlace> definition = co_await DefinitionOf(user, submitted);
  if (!definition) {
    co_return AsOozieSays(definition.error(), submitted);
  }
  const ApplicationPlace& place = *definition;
  const Result<std::string> hash = co_await HashOf(reader, place);
  if (!hash) {
    co_return AsOozieSays(hash.error(), submitted);
  }
  const std::string key = KeyOf(user, hash->empty() ? "" : *hash + OptionsOf(place, properties));
  Result<CompiledApplication> known = co_await Known(reader, key, properties);
  if (!known || !known->path.empty()) {
    co_return known;
  }
  WorkItem item{user, "compile", place.written};
  const WorkLine::Place turn = co_await WorkLine::Enter(compiling_, std::move(item));
  // From here on the work is done even if the caller leaves, so that a later request finds the
  // program.
  reader.gone = nullptr;
  // The application may have been compiled for another submission meanwhile.
  known = co_await Known(reader, key, properties);
  if (!known || !known->path.empty()) {
    co_return known;
  }
  const Result<Parts> before = co_await HashesNow(reader, key, properties);
  Result<Compiled> compiled = co_await Compile(user, place, properties);
  HPDL_CO_TRY(compiled);
  const Result<std::string> now = co_await HashOf(reader, place);
  Result<Parts> after = co_await HashesOf(reader, compiled->parts, properties);
  if (!key.empty() && now && *now == *hash && after) {
    const Result<void> put =
        Remember(key, *compiled, before ? *before : Parts(), std::move(*after));
    HPDL_CO_TRY(put);
  }
  co_return std::move(compiled->made);
}

Task<Result<void>> CompiledPrograms::Put(std::string user, ApplicationPlace place,
                                         std::string definition) {
  const std::string_view name = FormOf(place.type).definition;
  if (!place.remote) {
    co_return co_await PutDefinitionHere(DefinitionPath(place.path, name), std::move(definition));
  }
  Result<RemotePlace> remote = Remote(user, place);
  const Result<std::string> folder = Folder();
  if (!remote || !folder) {
    co_return remote ? folder.error() : remote.error();
  }
  std::string path = DefinitionPath(std::move(remote->path), name);
  co_return co_await PutDefinition(*remote->files, std::move(path), *folder + "/new",
                                   std::move(definition));
}

Task<Result<ChildEnd>> CompiledPrograms::RunCompiler(std::string user,
                                                     std::vector<std::string> arguments,
                                                     std::string input) {
  ChildCommand command;
  command.argv = std::move(arguments);
  command.argv.insert(command.argv.begin(), setup_.hpdlc);
  command.environment = {"NO_COLOR=1", "HPDL_SITE=" + setup_.site_path,
                         std::string(kParentVariable) + "=" + std::to_string(getpid())};
  if (!user.empty()) {
    command.environment.push_back("HADOOP_USER_NAME=" + user);
  }
  command.input = std::move(input);
  command.limits = {setup_.time, setup_.time.count() / 500 + 1, setup_.memory_bytes, kMostProgram};
  ++compiled_;
  co_return co_await children_.Run(std::move(command));
}

Task<Result<std::string>> CompiledPrograms::OfFiles(std::string user, ApplicationFiles files) {
  const Result<std::string> folder = Folder();
  HPDL_CO_TRY(folder);
  const WrittenApplication application(*folder, files);
  if (!application.ok()) {
    co_return FileError(application.path(), errno);
  }
  auto write = [&](const StopFlag&) { return application.Write(); };
  HPDL_CO_TRY(co_await OnWorker(std::move(write)));
  ApplicationPlace place{false, application.path(), application.path()};
  ApplicationReader reader{std::move(user)};
  Result<std::string> program = co_await Of(std::move(reader), std::move(place));
  if (!program && program.error().code == kNoDefinition) {
    // The server has just written the files. If one of them cannot be opened now, the cause is
    // temporary, for example a lack of descriptors.
    Error error = UnreadableApplication("which was generated from the properties");
    error.error_class = ErrorClass::kTransient;
    co_return error;
  }
  co_return program;
}

void CompiledPrograms::RemoveUnfinished() {
  constexpr std::int64_t kOld = std::int64_t{3600} * 1'000'000'000;
  const std::int64_t now = NowMs() * 1'000'000;
  std::error_code wrong;
  for (std::filesystem::directory_iterator at(state_.work().Programs(), wrong), end;
       !wrong && at != end; at.increment(wrong)) {
    const std::string path = at->path();
    if (at->path().filename().native().starts_with(kUnfinishedPrefix) &&
        now - TimeOf(path) > kOld) {
      std::error_code nothing;
      std::filesystem::remove_all(path, nothing);
    }
  }
}

/// Returns the folder of programs, and makes it if it is missing.
Result<std::string> CompiledPrograms::Folder() const {
  std::string folder = state_.work().Programs();
  if (mkdir(folder.c_str(), kProgramMode) != 0 && errno != EEXIST) {
    return FileError(folder, errno);
  }
  HPDL_TRY(RefuseForeignDirectory(folder));
  return folder;
}

Task<Result<CompiledPrograms::Compiled>> CompiledPrograms::Compile(std::string user,
                                                                   ApplicationPlace place,
                                                                   const Properties& properties) {
  const Result<std::string> folder = Folder();
  HPDL_CO_TRY(folder);
  NewFile file(*folder + "/new");
  if (!file.ok()) {
    co_return FileError(*folder, errno);
  }
  const NewFile list(*folder + "/new");
  if (!list.ok()) {
    co_return FileError(*folder, errno);
  }
  // g++ 12 cannot compile an initializer list inside a co_await expression.
  std::vector<std::string> arguments{"build",          CompiledPath(place), "-o",
                                     file.path(),      "--strip",           "--served",
                                     "--applications", list.path()};
  if (place.contained) {
    arguments.emplace_back("--contained");
  }
  if (!place.checks_fork_join) {
    arguments.insert(arguments.end(), {"-D", "oozie.wf.validate.ForkJoin=false"});
  }
  if (NeedsFolder(place)) {
    arguments.emplace_back("--with-folder");
  }
  const bool includes = place.type == JobType::kCoordinator;  // it may include files of HDFS
  std::string input;
  const Properties inherited = InheritedGlobal(place, properties);
  if (includes || !inherited.empty()) {
    arguments.insert(arguments.end(), {"--submitted", kChildInput});
    input = PropertiesText(includes ? properties : inherited);
  }
  std::string reader = place.remote || includes ? std::move(user) : std::string();
  const Result<ChildEnd> end =
      co_await RunCompiler(std::move(reader), std::move(arguments), std::move(input));
  HPDL_CO_TRY(end);
  const std::string folder_of_definition =
      place.type == JobType::kWorkflow ? place.path : place.path.substr(0, place.path.rfind('/'));
  if (std::optional<Error> refused = Refusal(*end, folder_of_definition)) {
    co_return std::move(*refused);
  }
  Result<std::vector<std::string>> parts = ReadParts(list.path());
  HPDL_CO_TRY(parts);
  Result<std::string> path = co_await Keep(&file);
  HPDL_CO_TRY(path);
  std::string warnings = CompileWarnings(end->output, folder_of_definition, end->output_cut);
  Compiled compiled{{std::move(*path), std::move(warnings)}, std::move(*parts)};
  co_return compiled;
}

/// Runs a program to get its content hash, and moves the program to the folder of programs under
/// this hash. Keeps the program that has this hash already, because a job may be running it.
Task<Result<std::string>> CompiledPrograms::Keep(NewFile* file) {
  ChildCommand ask;
  ask.argv = {file->path(), "--version", "--format", "json"};
  ask.limits = {setup_.time, 0, 0, kMostProgram};
  const Result<ChildEnd> version = co_await children_.Run(std::move(ask));
  HPDL_CO_TRY(version);
  const std::string hash = ReadContentHash(version->output);
  if (hash.empty()) {
    co_return UnreadableApplication("the compiled program " + version->Words());
  }
  const std::string folder = state_.work().Programs();
  const std::string path = folder + "/" + hash;
  // A program with this hash does the same. Its new time protects it from a purge.
  if (utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW) == 0) {
    HPDL_CO_TRY(RefuseOddFile(path));
    co_return path;
  }
  if (chmod(file->path().c_str(), kProgramMode) != 0 || !SyncFile(file->path()) ||
      !file->MoveTo(path) || !SyncDirectory(folder)) {
    co_return FileError(path, errno);
  }
  co_return path;
}

Task<Result<std::string>> CompiledPrograms::Verify(std::string user, std::string file_name,
                                                   std::string definition) {
  WorkItem item{std::move(user), "validate", file_name};
  const WorkLine::Place turn = co_await WorkLine::Enter(compiling_, std::move(item));
  std::vector<std::string> arguments{"verify", kChildInput, "--contained"};
  Result<ChildEnd> end =
      co_await RunCompiler(std::string(), std::move(arguments), std::move(definition));
  HPDL_CO_TRY(end);
  std::string text = std::move(end->output);
  const std::string_view name = kChildInput;
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;
       at += file_name.size()) {
    text.replace(at, name.size(), file_name);
  }
  if (end->code == 1 && end->signal == 0) {
    Error error = CompileError(text, "");
    error.message = std::move(text);
    co_return error;
  }
  end->output = text;
  if (std::optional<Error> refused = Refusal(*end, "")) {
    co_return std::move(*refused);
  }
  co_return text;
}

Task<Result<std::string>> CompiledPrograms::Draw(std::string user, std::string format,
                                                 std::string definition,
                                                 std::vector<std::string> states) {
  const Result<std::string> folder = Folder();
  HPDL_CO_TRY(folder);
  const NewFile picture(*folder + "/new");
  if (!picture.ok()) {
    co_return FileError(*folder, errno);
  }
  WorkItem item{std::move(user), "draw", ""};
  const WorkLine::Place turn = co_await WorkLine::Enter(drawing_, std::move(item));
  std::vector<std::string> arguments{"graph", kChildInput, "--contained", "--format",
                                     format,  "--output",  picture.path()};
  for (std::string& state : states) {
    arguments.emplace_back("--node");
    arguments.push_back(std::move(state));
  }
  const Result<ChildEnd> end =
      co_await RunCompiler(std::string(), std::move(arguments), std::move(definition));
  HPDL_CO_TRY(end);
  if (std::optional<Error> refused = Refusal(*end, "")) {
    co_return std::move(*refused);
  }
  co_return ReadPicture(picture.path());
}

}  // namespace hpdl::rt
