#include "runtime/engine/asked_files.h"

#include "runtime/engine/world.h"

namespace hpdl::rt {

/// Null: it is a file of this machine (`error` stays empty), or there is no answer (yet).
const AskedFiles::Reply* AskedFiles::Find(Question question, const std::string& uri,
                                          std::string* error) {
  error->clear();
  Reply& reply = replies_[{question, uri}];
  if (reply.at.files == nullptr) {
    Result<FileLocation> at = Locate(uri, base_);
    if (!at) {
      *error = at.error().message;
      replies_.erase({question, uri});
      return nullptr;
    }
    reply.at = std::move(*at);
  }
  if (reply.at.files == &LocalFiles()) {
    return nullptr;
  }
  if (!reply.known) {
    waits_ = true;
    *error = "not known yet";
    return nullptr;
  }
  *error = reply.refusal;
  return &reply;
}

bool AskedFiles::Stat(const std::string& uri, FileInfo* info, std::string* error) {
  const Reply* reply = Find(Question::kStatus, uri, error);
  if (!error->empty()) {
    return false;
  }
  if (reply == nullptr) {
    return WorldFiles()->Stat(uri, info, error);
  }
  const FileStatus& status = reply->status;
  info->exists = status.type != FileType::kAbsent;
  info->directory = status.type == FileType::kDirectory;
  info->size = status.size;
  info->block_size = status.block_size;
  return true;
}

bool AskedFiles::ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) {
  const Reply* reply = Find(Question::kGlob, uri_glob, error);
  if (!error->empty()) {
    return false;
  }
  if (reply == nullptr) {
    return WorldFiles()->ExistsGlob(uri_glob, exists, error);
  }
  *exists = reply->matches;
  return true;
}

bool AskedFiles::DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) {
  const Reply* reply = Find(Question::kSize, uri, error);
  if (!error->empty()) {
    return false;
  }
  if (reply == nullptr) {
    return WorldFiles()->DirectorySize(uri, size, error);
  }
  *size = reply->size;
  return true;
}

Task<Result<void>> AskedFiles::Fetch(Question question, Reply* reply) {
  FileSystem& files = *reply->at.files;
  Error failure;
  bool failed = false;
  const auto take = [&](const auto& result) {
    failed = !result;
    if (failed) {
      failure = result.error();
    }
    return !failed;
  };
  if (question == Question::kStatus) {
    const Result<FileStatus> status = co_await files.Status(reply->at.path);
    if (take(status)) {
      reply->status = *status;
    }
  } else if (question == Question::kGlob) {
    const Result<std::vector<std::string>> found = co_await files.Glob(reply->at.path, 1);
    if (take(found)) {
      reply->matches = !found->empty();
    }
  } else {
    const Result<std::int64_t> size = co_await files.DirectorySize(reply->at.path);
    if (take(size)) {
      reply->size = *size;
    }
  }
  if (failed && failure.error_class != ErrorClass::kError) {
    co_return failure;
  }
  reply->refusal = failed ? failure.message : std::string();
  reply->known = true;
  co_return Result<void>();
}

Task<Result<void>> AskedFiles::Answer() {
  waits_ = false;
  for (auto& [key, reply] : replies_) {
    if (reply.known || reply.at.files == &LocalFiles()) {
      continue;
    }
    const Result<void> fetched = co_await Fetch(key.first, &reply);
    if (!fetched) {
      waits_ = true;
      co_return fetched.error();
    }
  }
  co_return Result<void>();
}

}  // namespace hpdl::rt
