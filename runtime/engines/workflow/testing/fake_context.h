#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_FAKE_CONTEXT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_FAKE_CONTEXT_H_

#include <sys/stat.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::testing {

/// Replaces the engine in tests of executors. The members hold the values that the functions
/// return, and the calls of the executor are recorded.
class FakeContext : public ActionContext {
 public:
  /// `directory` is the job's directory and must exist.
  explicit FakeContext(std::string directory) : directory_(std::move(directory)) {
    identity.id = "0000001-261121000000000-hpdl-joe-W";
    identity.user = "joe";
    mkdir((directory_ + "/attempts").c_str(), 0700);
  }

  ArgNode arguments;
  std::uint32_t argument_shape = 0;
  const ArgNode* global_arguments = nullptr;
  std::string handed;  ///< the result of handed_global()
  std::string node_name = "action";
  JobIdentity identity;
  std::uint32_t job_dialect = HPDL_DIALECT_OOZIE;
  Properties properties;
  Properties of_defaults;  ///< the result of defaults()
  std::string attempt_tag = "hpdl-00000000000000000000000000000000";
  bool is_resumed = false;
  bool is_local = true;               ///< the result of local()
  std::string position;               ///< the result of progress(); RecordProgress() sets it
  std::string position_before;        ///< the result of progress_before()
  std::vector<std::string> recorded;  ///< all texts given to RecordProgress()
  std::vector<std::string> external_statuses;  ///< all texts given to SetExternalStatus()
  std::int64_t limit = 2048;
  /// The path and content of each file of the application.
  std::deque<std::pair<std::string, std::string>> files;
  /// The path and the files of each application that the job inherits.
  std::deque<std::pair<std::string, std::vector<hpdl_file>>> inherited;
  const hpdl_names* the_names = nullptr;  ///< the result of names()
  /// Implements RunProcess().
  std::function<ExitStatus(const Command&)> process;
  std::function<Outcome(const std::string&, const Properties&)> sub_workflow;
  Site the_site;
  Network* net = nullptr;         ///< the result of network()
  FileSystems* hadoop = nullptr;  ///< the result of file_systems()
  int work_directories = 0;       ///< number of calls of WorkDirectory()

  const ArgNode& args() const override { return arguments; }
  std::uint32_t shape() const override { return argument_shape; }
  const ArgNode* global() const override { return global_arguments; }
  std::string_view handed_global() const override { return handed; }
  std::string_view node() const override { return node_name; }
  const JobIdentity& job() const override { return identity; }
  std::uint32_t dialect() const override { return job_dialect; }
  const Properties& configuration() const override { return properties; }
  Properties defaults() const override { return of_defaults; }
  const hpdl_names* names() const override { return the_names; }
  std::uint32_t attempt() const override { return 0; }
  std::int64_t sequence() const override { return 1; }
  const std::string& tag() const override { return attempt_tag; }
  bool resumed() const override { return is_resumed; }
  Network* network() override { return net; }
  FileSystems* file_systems() override { return hadoop; }
  const std::string& progress() const override { return position; }
  std::string progress_before() const override { return position_before; }
  Task<void> RecordProgress(std::string progress) override {
    recorded.push_back(progress);
    position = std::move(progress);
    co_return;
  }
  void SetExternalStatus(std::string_view status) override {
    external_statuses.emplace_back(status);
  }
  void SetWaiting(std::string) override {}
  bool local() const override { return is_local; }
  Task<ExitStatus> RunProcess(Command command) override { co_return process(command); }
  std::string OutPath() const override { return directory_ + "/attempts/1.out"; }
  std::string ErrPath() const override { return directory_ + "/attempts/1.err"; }
  Result<std::string> WorkDirectory() override {
    ++work_directories;
    const std::string path = directory_ + "/attempts/1.work";
    mkdir(path.c_str(), 0700);
    return path;
  }
  std::int64_t capture_limit() const override { return limit; }
  const hpdl_file* File(std::string_view path) const override {
    for (const auto& [name, content] : files) {
      if (name == path) {
        found_.path = {name.data(), name.size()};
        found_.data = content.data();
        found_.size = content.size();
        return &found_;
      }
    }
    return nullptr;
  }
  std::span<const hpdl_file> Files() const override {
    all_.clear();
    for (const auto& [name, content] : files) {
      hpdl_file& file = all_.emplace_back();
      file.path = {name.data(), name.size()};
      file.data = content.data();
      file.size = content.size();
    }
    return all_;
  }
  std::vector<PackagedApplication> InheritedApplications() const override {
    std::vector<PackagedApplication> result;
    for (const auto& [path, its_files] : inherited) {
      result.push_back({path, its_files});
    }
    return result;
  }
  const Site& site() const override { return the_site; }
  Task<Outcome> RunSubWorkflow(const std::string& app_path, Properties configuration) override {
    co_return sub_workflow(app_path, configuration);
  }

  /// Runs one attempt to its end.
  Outcome Run(const hpdl_kind& kind) {
    boost::asio::io_context io;
    Outcome outcome;
    std::exception_ptr failure;
    boost::asio::co_spawn(io, kind.run(*this), [&](std::exception_ptr error, Outcome result) {
      failure = std::move(error);
      outcome = std::move(result);
    });
    io.run();
    if (failure) {
      std::rethrow_exception(failure);
    }
    return outcome;
  }

 private:
  std::string directory_;
  mutable hpdl_file found_{};
  mutable std::vector<hpdl_file> all_;
};

/// Makes a file of an application. The texts must outlive it.
inline hpdl_file PackagedFile(std::string_view path, std::string_view content) {
  hpdl_file file{};
  file.path = {path.data(), path.size()};
  file.data = content.data();
  file.size = content.size();
  return file;
}

/// Makes an argument in the form in which the engine passes it. `field` is the number of the
/// element or attribute in the declaration.
inline ArgNode Argument(std::uint32_t field, std::string text, std::vector<ArgNode> children = {}) {
  return ArgNode{field, 1, std::move(text), std::move(children)};
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_FAKE_CONTEXT_H_
