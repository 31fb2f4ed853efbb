#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/applications/application_hash.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/one_action.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {

/// The code of Oozie's protocol for a missing application.
inline constexpr const char* kNoDefinition = "E0307";

/// The program of an application.
struct CompiledApplication {
  std::string path;      ///< the path of the program
  std::string warnings;  ///< the compiler's warnings about the application (CompileWarnings())
};

/// The setup of the compiler.
struct CompilerSetup {
  std::string hpdlc;      ///< the path of the compiler
  std::string site_path;  ///< "": no site file
  /// The time limit for reading the files of an application, and for compiling it.
  std::chrono::milliseconds time{60'000};
  std::int64_t memory_bytes = 0;  ///< 0: no limit
  ApplicationLimits application;
};

/// The user as whom an application is read, and the caller who waits for it.
struct ApplicationReader {
  std::string user;
  /// True if the caller has left. Then the files are not read to their end. Empty: nobody leaves.
  std::function<bool()> gone = {};
};

/// Compiles applications and keeps their programs in `<state>/programs`, under the hashes of their
/// content. A program that is called with --keep-program also copies itself to this folder. hpdlc
/// runs as a child process with limits. An application is compiled again only if its own files, the
/// files of its compiled-in sub-workflows, its included files or the properties that choose these
/// have changed. A sub-workflow is compiled once for each <global> that it inherits. Loop thread
/// only. The objects that the constructor gets must outlive this one.
class CompiledPrograms {
 public:
  /// `remote`: null if this server has no file systems of Hadoop.
  CompiledPrograms(StateDirectory& state, ServerRecords& records, Children& children,
                   const WorkLines& lines, FileSystems* remote, CompilerSetup setup);

  /// Removes the unfinished files of compilations if the files are older than an hour.
  void RemoveUnfinished();

  /// Returns the program for the present content of an application, and compiles the application if
  /// it has changed. Reads the application as `reader.user` if its file system has users.
  /// Errors: CompileError() for a wrong definition; "E0307" for a missing definition; "E0710" if
  /// the application exceeds its limits, or the compiler fails or takes too long; kTransient if the
  /// compiler cannot be started.
  /// `properties` are the properties of the submission. They decide which files a coordinator
  /// includes, so a program whose included files were chosen by other values is not returned. They
  /// also contain the <global> that a workflow inherits (kGlobalProperty).
  Task<Result<CompiledApplication>> WithWarnings(ApplicationReader reader,
                                                 ApplicationPlace submitted,
                                                 Properties properties = {});
  /// Like WithWarnings(), but returns only the path of the program.
  Task<Result<std::string>> Of(ApplicationReader reader, ApplicationPlace submitted,
                               Properties properties = {});
  /// Writes a definition to `place` as the user `user`. Call it only if Of() has found no
  /// application at this place (embedded_definition.h).
  Task<Result<void>> Put(std::string user, ApplicationPlace place, std::string definition);
  /// Like Of(), for an application whose files the server has made.
  Task<Result<std::string>> OfFiles(std::string user, ApplicationFiles files);

  /// Checks a definition with hpdlc. Returns its diagnostics as text; "": no diagnostics. The error
  /// is that of CompileError(), with all diagnostics as its message.
  Task<Result<std::string>> Verify(std::string user, std::string file_name, std::string definition);

  /// Returns the picture that hpdlc draws of a definition. `format`: svg or png; `states` has a
  /// text NODE=STATE for each node to be coloured.
  Task<Result<std::string>> Draw(std::string user, std::string format, std::string definition,
                                 std::vector<std::string> states);

  std::uint64_t compiled() const { return compiled_; }

 private:
  struct Compiled {
    CompiledApplication made;
    std::vector<std::string> parts;  ///< the keys of the program's Parts
  };
  /// The hashes of what a program depends on besides its application. A key is the path of a
  /// compiled-in sub-workflow, `<PATH` for an included file, or `${NAME}` for a property.
  using Parts = std::map<std::string, std::string>;
  struct RemotePlace {
    FileSystem* files = nullptr;
    std::string path;
  };
  Result<RemotePlace> Remote(const std::string& user, const ApplicationPlace& place) const;
  Task<Result<ApplicationPlace>> FolderOf(const std::string& user, ApplicationPlace place);
  Task<Result<ApplicationPlace>> DefinitionOf(const std::string& user, ApplicationPlace place);
  Task<Result<std::string>> HashOf(const ApplicationReader& reader, const ApplicationPlace& place);
  Task<Result<std::string>> Finished(const ApplicationReader& reader, std::string place,
                                     std::shared_ptr<LocalHash> hash) const;
  std::string KeyOf(const std::string& user, const std::string& hash) const;
  Task<Result<std::string>> HashOfFile(const ApplicationReader& reader, ApplicationPlace place);
  Task<Result<std::string>> HashOfPart(const ApplicationReader& reader, const std::string& part,
                                       const Properties& properties);
  Task<Result<CompiledApplication>> Known(const ApplicationReader& reader, std::string key,
                                          const Properties& properties);
  Task<Result<Parts>> HashesOf(const ApplicationReader& reader, std::vector<std::string> parts,
                               const Properties& properties);
  Task<Result<Parts>> HashesNow(const ApplicationReader& reader, std::string key,
                                const Properties& properties);
  Result<void> Remember(const std::string& key, const Compiled& compiled, const Parts& before,
                        Parts after);
  Result<std::string> Folder() const;
  Task<Result<Compiled>> Compile(std::string user, ApplicationPlace place,
                                 const Properties& properties);
  Task<Result<ChildEnd>> RunCompiler(std::string user, std::vector<std::string> arguments,
                                     std::string input);
  Task<Result<std::string>> Keep(NewFile* file);

  StateDirectory& state_;
  ServerRecords& records_;
  Children& children_;
  FileSystems* const remote_;
  const CompilerSetup setup_;
  const std::shared_ptr<WorkLine> compiling_, drawing_;
  const std::shared_ptr<KnownFiles> known_;
  std::uint64_t compiled_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILED_PROGRAMS_H_
