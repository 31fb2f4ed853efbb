#include "runtime/engines/workflow/asked_files.h"

#include "runtime/engines/workflow/world.h"

namespace hpdl::rt {

Result<const AskedFiles::Reply*> AskedFiles::Find(Question question, const std::string& uri) {
  constexpr const Reply* kLocal = nullptr;
  Reply& reply = replies_[{question, uri}];
  if (reply.at.files == nullptr) {
    Result<FileLocation> at = Locate(uri, base_);
    if (!at) {
      if (at.error().error_class != ErrorClass::kError) {
        unreachable_ = at.error();
        waits_ = true;
      }
      replies_.erase({question, uri});
      return at.error();
    }
    reply.at = std::move(*at);
  }
  if (reply.at.files == &LocalFiles()) {
    return kLocal;
  }
  if (!reply.known) {
    waits_ = true;
    return Error{ErrorClass::kError, "", "not known yet"};
  }
  if (!reply.refusal.empty()) {
    return Error{ErrorClass::kError, "", reply.refusal};
  }
  return static_cast<const Reply*>(&reply);
}

Result<FileInfo> AskedFiles::Stat(const std::string& uri) {
  const Result<const Reply*> reply = Find(Question::kStatus, uri);
  HPDL_TRY(reply);
  if (*reply == nullptr) {
    return WorldFiles()->Stat(uri);
  }
  const FileStatus& status = (*reply)->status;
  return FileInfo{status.type != FileType::kAbsent, status.type == FileType::kDirectory,
                  status.size, status.block_size};
}

Result<bool> AskedFiles::ExistsGlob(const std::string& uri_glob) {
  const Result<const Reply*> reply = Find(Question::kGlob, uri_glob);
  HPDL_TRY(reply);
  return *reply == nullptr ? WorldFiles()->ExistsGlob(uri_glob) : (*reply)->matches;
}

Result<std::int64_t> AskedFiles::DirectorySize(const std::string& uri) {
  const Result<const Reply*> reply = Find(Question::kSize, uri);
  HPDL_TRY(reply);
  return *reply == nullptr ? WorldFiles()->DirectorySize(uri) : (*reply)->size;
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
  if (unreachable_) {
    waits_ = true;
    co_return *std::exchange(unreachable_, std::nullopt);
  }
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
