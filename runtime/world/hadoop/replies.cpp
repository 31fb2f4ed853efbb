#include "runtime/world/hadoop/replies.h"

#include <algorithm>

#include "runtime/world/hadoop/json_parts.h"
#include "runtime/world/net/http_status.h"

namespace hpdl::rt {

namespace {

Error NoWebHdfs(std::string_view wanted) {
  return {ErrorClass::kNonTransient, "E0902",
          "the reply has no " + std::string(wanted) + ": this is not a WebHDFS server"};
}

bool ToStatus(const Json* json, FileStatus* status) {
  const std::string type = Text(json, "type");
  if (type.empty()) {
    return false;
  }
  status->type = type == "DIRECTORY" ? FileType::kDirectory : FileType::kFile;
  status->size = Number(json, "length");
  status->block_size = Number(json, "blockSize");
  status->modified_ms = Number(json, "modificationTime");
  return true;
}

std::string FirstLine(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

/// True for an IOException whose message shows a short outage of a part of HDFS. Right after a
/// restart, a name node has no data nodes, or does not have their free space yet. A data node may
/// also have lost its connection to the name node.
bool IsOutage(const RemoteException& exception) {
  return exception.name == "IOException" &&
         (exception.message.starts_with("Failed to find datanode") ||
          exception.message.starts_with("Failed on local exception") ||
          exception.message.find("could only be written to 0 of the ") != std::string::npos);
}

}  // namespace

Result<FileStatus> ReadFileStatus(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* found = Member(&reply, "FileStatus");
  FileStatus status;
  if (!ToStatus(found, &status)) {
    return NoWebHdfs("FileStatus");
  }
  return status;
}

Result<DirectoryPart> ReadListing(std::string_view json) {
  const Json reply = ParseJson(json);
  DirectoryPart page;
  const Json* statuses = Member(&reply, "FileStatuses");
  if (const Json* listing = Member(&reply, "DirectoryListing")) {
    statuses = Member(Member(listing, "partialListing"), "FileStatuses");
    page.more = Number(listing, "remainingEntries") > 0;
  }
  const Json* rows = Member(statuses, "FileStatus");
  if (rows == nullptr || !rows->is_array()) {
    return NoWebHdfs("FileStatuses");
  }
  for (const Json& row : *rows) {
    DirectoryEntry& entry = page.entries.emplace_back();
    entry.name = Text(&row, "pathSuffix");
    if (!ToStatus(&row, &entry.status) || entry.name.find('/') != std::string::npos) {
      return NoWebHdfs("FileStatus");
    }
  }
  page.more = page.more && !page.entries.empty();
  return page;
}

Result<std::vector<FileBlock>> ReadBlocks(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* rows = Member(Member(&reply, "BlockLocations"), "BlockLocation");
  if (rows == nullptr || !rows->is_array()) {
    return NoWebHdfs("BlockLocations");
  }
  std::vector<FileBlock> blocks;
  for (const Json& row : *rows) {
    FileBlock& block = blocks.emplace_back();
    block.offset = Number(&row, "offset");
    block.length = Number(&row, "length");
    const Json* hosts = Member(&row, "hosts");
    if (hosts == nullptr || !hosts->is_array() || block.offset < 0 || block.length < 0) {
      return NoWebHdfs("BlockLocation");
    }
    for (const Json& host : *hosts) {
      if (host.is_string()) {
        block.hosts.push_back(host.get<std::string>());
      }
    }
  }
  return blocks;
}

Result<bool> ReadBoolean(std::string_view json) {
  const Json reply = ParseJson(json);
  const Json* value = Member(&reply, "boolean");
  if (value == nullptr || !value->is_boolean()) {
    return NoWebHdfs("boolean");
  }
  return value->get<bool>();
}

Result<void> ReadNothing(std::string_view body) {
  if (!body.empty()) {
    return Error{ErrorClass::kNonTransient, "E0902",
                 "a reply that should be empty has " + std::to_string(body.size()) +
                     " bytes: this is not a WebHDFS server"};
  }
  return {};
}

RemoteException ReadRemoteException(std::string_view json) {
  const Json reply = ParseJson(json);
  RemoteException exception;
  const Json* found = Member(&reply, "RemoteException");
  exception.name = Text(found, "exception");
  exception.message = FirstLine(Text(found, "message"));
  return exception;
}

bool IsStandby(const RemoteException& exception) {
  return IsOneOf(exception.name, {"StandbyException", "ObserverRetryOnActiveException"});
}

Error ErrorOfReply(int status, std::string_view body, const std::string& host) {
  const RemoteException exception = ReadRemoteException(body);
  const std::string& name = exception.name;
  if (name.empty()) {
    if (status == 401) {
      return {ErrorClass::kNonTransient, "JA002",
              host + " requires a Kerberos login, which hpdl does not support for WebHDFS"};
    }
    if (MayPass(status)) {
      return {ErrorClass::kTransient, "JA009",
              host + " answered with HTTP status " + std::to_string(status)};
    }
    return {ErrorClass::kNonTransient, "E0902",
            host + " answered with HTTP status " + std::to_string(status) +
                ": this is not a WebHDFS server"};
  }
  std::string message = name + ": " + exception.message;
  if (name == "SafeModeException") {
    return {ErrorClass::kTransient, "JA005", std::move(message)};
  }
  // A name node in safe mode answers writes with a RetriableException around the SafeModeException.
  // EOFException and SocketException come from a data node whose connection to a restarted name
  // node has ended.
  if (MayPass(status) || IsStandby(exception) || IsOutage(exception) ||
      IsOneOf(name, {"RetriableException", "ConnectException", "SocketTimeoutException",
                     "EOFException", "SocketException", "NoRouteToHostException",
                     "ServerTooBusyException", "BackoffException"})) {
    return {ErrorClass::kTransient, "JA009", std::move(message)};
  }
  const char* code = IsOneOf(name, {"FileNotFoundException"})        ? kNotFound
                     : IsOneOf(name, {"FileAlreadyExistsException"}) ? kExists
                                                                     : "";
  return {ErrorClass::kError, code, std::move(message)};
}

}  // namespace hpdl::rt
