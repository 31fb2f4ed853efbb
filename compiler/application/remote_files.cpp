#include "compiler/application/remote_files.h"

#include "compiler/application/remote.h"

namespace hpdl::application {
namespace {

/// Opens the file system of `uri` and returns question(place), where `place` is the open file
/// system. The error is the reason without the path, because the caller names the path.
template <class T, class Question>
Result<T> AskThere(const std::string& uri, Question question) {
  RemotePlace place;
  if (const Result<void> opened = place.Open(uri); !opened) {
    const std::string& message = opened.error().message;
    return Failure(message.starts_with(uri + ": ") ? message.substr(uri.size() + 2) : message);
  }
  return question(place);
}

}  // namespace

Result<rt::FileInfo> RemoteFileView::Stat(const std::string& uri) {
  if (!IsRemote(uri)) {
    return local_.Stat(uri);
  }
  const auto question = [](RemotePlace& place) { return place.Status(place.path()); };
  const Result<rt::FileStatus> status = AskThere<rt::FileStatus>(uri, question);
  HPDL_TRY(status);
  return rt::FileInfo{status->type != rt::FileType::kAbsent,
                      status->type == rt::FileType::kDirectory, status->size, status->block_size};
}

Result<bool> RemoteFileView::ExistsGlob(const std::string& uri_glob) {
  const auto question = [](RemotePlace& place) { return place.Exists(); };
  return IsRemote(uri_glob) ? AskThere<bool>(uri_glob, question) : local_.ExistsGlob(uri_glob);
}

Result<std::int64_t> RemoteFileView::DirectorySize(const std::string& uri) {
  const auto question = [](RemotePlace& place) { return place.DirectorySize(); };
  return IsRemote(uri) ? AskThere<std::int64_t>(uri, question) : local_.DirectorySize(uri);
}

}  // namespace hpdl::application
