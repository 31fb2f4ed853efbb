#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

/// A temporary folder for an answer that may be too large for memory.
class ReplyFolder {
 public:
  ReplyFolder() { folder_ = mkdtemp(name_) == nullptr ? "" : name_; }
  ~ReplyFolder() {
    unlink(file().c_str());
    rmdir(folder_.c_str());
  }
  ReplyFolder(const ReplyFolder&) = delete;
  ReplyFolder& operator=(const ReplyFolder&) = delete;
  bool ok() const { return !folder_.empty(); }
  std::string file() const { return folder_ + "/reply"; }

 private:
  char name_[32] = "/tmp/hpdl-client-XXXXXX";
  std::string folder_;
};

}  // namespace

Result<void> ShowLog(Session* session, const std::string& id, Parameters parameters) {
  const Result<std::string> path = JobPath(id);
  HPDL_TRY(path);
  const ReplyFolder folder;
  Call call{.path = *path, .parameters = std::move(parameters)};
  call.reply_file = folder.ok() ? folder.file() : "";
  const Result<rt::HttpReply> reply = session->Ask(call);
  HPDL_TRY(reply);
  Print(reply->body);
  std::ifstream file(call.reply_file, std::ios::binary);
  char buffer[65536];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    std::fwrite(buffer, 1, static_cast<std::size_t>(file.gcount()), stdout);
  }
  return {};
}

Result<void> Log(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const std::string id = arguments.ValueOr("log", "");
  Parameters parameters{{"show", "log"}};
  if (id.find("-C") == std::string::npos) {
    if (arguments.Has("action") || arguments.Has("date")) {
      return UsageFailure(
          "Invalid options provided for log retrieval. action and date are valid only for "
          "coordinator job log retrieval");
    }
  } else if (arguments.Has("date") || arguments.Has("action")) {
    const std::string type = arguments.Has("date") ? "date" : "action";
    parameters.insert(parameters.end(), {{"type", type}, {"scope", arguments.Value(type)}});
  }
  parameters.emplace_back("logfilter", arguments.Value("logfilter"));
  return ShowLog(session, id, parameters);
}

}  // namespace hpdl::client
