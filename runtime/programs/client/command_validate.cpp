#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/lines.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

constexpr int kVersion = 2;  // the version of the API for `validate` requests; it is not negotiated
constexpr int kNotFound = 404;
constexpr std::size_t kMostDefinition = 256 << 20;

bool IsFile(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

std::string Absolute(const std::string& path) {
  std::array<char, 4096> folder{};
  return path.starts_with('/') || getcwd(folder.data(), folder.size()) == nullptr
             ? path
             : std::string(folder.data()) + "/" + path;
}

/// Removes the code of an error: `validate` shows errors without it.
Error WithoutCode(const Error& error) {
  return error.code.starts_with("java.") ? error : UsageFailure(error.message);
}

/// Sends the file to the server. If `file` is a URI, for example in HDFS, sends only the URI.
Result<std::string> Validate(Session* session, const Invocation& invocation, std::string file) {
  if (file.starts_with("file:")) {
    file.erase(0, 7);
  }
  Call call{.method = "POST", .path = "validate", .version = kVersion, .xml = true};
  if (file.find(':') == std::string::npos) {
    if (!IsFile(file)) {
      return ServerFailure("File error", "File does not exist : " + Absolute(file));
    }
    file = Absolute(file);
    call.body = ReadSmallFile(file, kMostDefinition).value_or("");
  }
  call.parameters = {{"file", file}, {"user", invocation.user()}};
  const Result<rt::HttpReply> reply = session->Ask(call, kNotFound);
  HPDL_TRY(reply);
  return reply->status == kNotFound ? std::string() : JavaText(ReadJson(reply->body), "validate");
}

}  // namespace

Result<void> ValidateCommand(const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.arguments.words();
  if (words.size() != 1) {
    return UsageFailure("One file must be specified");
  }
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Session session(std::move(*login));
  const Result<std::string> verdict = Validate(&session, invocation, words.front());
  if (!verdict) {
    return WithoutCode(verdict.error());
  }
  Print(verdict->empty() ? "" : *verdict + "\n");
  return {};
}

Result<void> SlaCommand(const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  const Result<int> offset = ReadInteger(arguments.ValueOr("offset", "0"));
  HPDL_TRY(offset);
  const Result<int> length = ReadInteger(arguments.ValueOr("len", "100"));
  HPDL_TRY(length);
  Session session(std::move(*login));
  Call call{.path = "sla", .version = 1, .xml = true};
  call.parameters = {{"gt-sequence-id", std::to_string(*offset)},
                     {"max-events", std::to_string(*length)},
                     {"filter", arguments.Value("filter")}};
  const Result<rt::HttpReply> reply = session.Ask(call);
  HPDL_TRY(reply);
  Print(WithLineFeeds(reply->body));
  return {};
}

}  // namespace hpdl::client
