#include "compiler/application/remote_files.h"

#include <utility>

#include "compiler/application/remote.h"

namespace hpdl::application {
namespace {

/// Opens `uri` and asks there; the reason of a failure without the path, which the caller names.
template <class T, class Question>
Result<T> AskThere(const std::string& uri, Question question) {
  RemotePlace place;
  if (const Result<void> opened = place.Open(uri); !opened) {
    const std::string& message = opened.error().message;
    return Failure(message.starts_with(uri + ": ") ? message.substr(uri.size() + 2) : message);
  }
  return question(place);
}

template <class T>
bool Take(Result<T> result, T* value, std::string* error) {
  if (!result) {
    *error = result.error().message;
    return false;
  }
  *value = std::move(*result);
  return true;
}

}  // namespace

bool RemoteFileView::Stat(const std::string& uri, rt::FileInfo* info, std::string* error) {
  if (!IsRemote(uri)) {
    return local_.Stat(uri, info, error);
  }
  const auto question = [](RemotePlace& place) { return place.Status(place.path()); };
  rt::FileStatus status;
  if (!Take(AskThere<rt::FileStatus>(uri, question), &status, error)) {
    return false;
  }
  *info = {status.type != rt::FileType::kAbsent, status.type == rt::FileType::kDirectory,
           status.size, status.block_size};
  return true;
}

bool RemoteFileView::ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) {
  const auto question = [](RemotePlace& place) { return place.Exists(); };
  return IsRemote(uri_glob) ? Take(AskThere<bool>(uri_glob, question), exists, error)
                            : local_.ExistsGlob(uri_glob, exists, error);
}

bool RemoteFileView::DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) {
  const auto question = [](RemotePlace& place) { return place.DirectorySize(); };
  return IsRemote(uri) ? Take(AskThere<std::int64_t>(uri, question), size, error)
                       : local_.DirectorySize(uri, size, error);
}

}  // namespace hpdl::application
