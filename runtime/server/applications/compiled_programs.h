#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/applications/application_hash.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/one_action.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// The code of an application that is not there, in Oozie's protocol.
inline constexpr const char* kNoDefinition = "E0307";

/// How applications are compiled.
struct CompilerSetup {
  std::string hpdlc;      ///< its path
  std::string site_path;  ///< "": none
  std::chrono::milliseconds time{60'000};
  std::int64_t memory_bytes = 0;  ///< 0: no limit
};

/// The programs of applications, in `<state>/programs` by the hashes of their content, where
/// programs keep themselves (--keep-program), too. hpdlc is a process with limits of its own. An
/// application whose files are as they were is not compiled again, if those of the sub-workflows
/// that are compiled in are, too. Loop thread only; what it is given outlives it.
class CompiledPrograms {
 public:
  /// `remote`: null if Hadoop cannot be reached.
  CompiledPrograms(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
                   Children& children, const WorkLines& lines, FileSystems* remote,
                   CompilerSetup setup);

  /// Removes what compilations have left that nobody has ended, from an hour on.
  void RemoveUnfinished();

  /// The path of the program that the application is now, for a user: read as that one where the
  /// file system knows users. Errors: that of CompileError() for a definition that is wrong;
  /// "E0307" for one that is not there; kTransient for a compiler that cannot be started or takes
  /// too long.
  Task<Result<std::string>> Of(std::string user, ApplicationPlace submitted);
  /// Puts a definition to where the application should be that Of() did not find, as that user
  /// (embedded_definition.h).
  Task<Result<void>> Put(std::string user, ApplicationPlace place, std::string definition);
  /// The same as Of(), of an application that nobody has written but the server.
  Task<Result<std::string>> OfFiles(std::string user, ApplicationFiles files);

  /// What hpdlc says of a definition: its diagnostics as text, "" if there are none. The error is
  /// that of CompileError() and has all of them as its message.
  Task<Result<std::string>> Verify(std::string user, std::string file_name, std::string definition);

  /// The picture that hpdlc draws of a definition. `format`: svg or png; `states`: NODE=STATE each.
  Task<Result<std::string>> Draw(std::string user, std::string format, std::string definition,
                                 std::vector<std::string> states);

  std::uint64_t compiled() const { return compiled_; }

 private:
  struct Compiled {
    std::string path;
    std::vector<std::string> applications;  ///< those compiled in, as hpdlc names their places
  };
  using Parts = std::map<std::string, std::string>;
  struct RemotePlace {
    FileSystem* files = nullptr;
    std::string path;
  };
  Result<RemotePlace> Remote(const std::string& user, const ApplicationPlace& place) const;
  Task<Result<ApplicationPlace>> DefinitionOf(const std::string& user, ApplicationPlace place);
  Task<Result<std::string>> HashOf(const std::string& user, const ApplicationPlace& place);
  std::string KeyOf(const std::string& user, const std::string& hash) const;
  Task<Result<std::string>> Known(std::string user, std::string key);
  Task<Result<Parts>> HashesOf(std::string user, std::vector<std::string> applications);
  Task<Result<Parts>> HashesNow(std::string user, std::string key);
  Result<void> Remember(const std::string& key, const Compiled& compiled, const Parts& before,
                        Parts after);
  Result<std::string> Folder() const;
  Task<Result<Compiled>> Compile(std::string user, ApplicationPlace place);
  Task<Result<ChildEnd>> RunCompiler(std::string user, std::vector<std::string> arguments,
                                     std::string input);
  Task<Result<std::string>> Keep(NewFile* file);

  StateDirectory& state_;
  ServerRecords& records_;
  Children& children_;
  FileSystems* const remote_;
  const CompilerSetup setup_;
  const std::shared_ptr<WorkLine> compiling_, drawing_;
  /// One hash at a time: the worker's.
  const std::shared_ptr<AdmissionQueue> hashing_;
  const std::shared_ptr<KnownFiles> known_;
  std::uint64_t compiled_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_
