#include "compiler/application/remote_files.h"

#include <string_view>

#include "compiler/application/remote.h"

namespace hpdl::application {
namespace {

/// Opens `uri` and asks there; the reason of a failure without the path, which the caller names.
template <class T, class Question>
bool AskThere(const std::string& uri, Question question, T* value, std::string* error) {
  RemotePlace place;
  const bool told = place.Open(uri, error) && question(place, value, error);
  if (const std::size_t size = error->find(": "); !told && size < std::string::npos) {
    const std::string_view subject = std::string_view(*error).substr(0, size);
    if (uri == subject || place.path() == subject) {
      error->erase(0, size + 2);
    }
  }
  return told;
}

}  // namespace

bool RemoteFileView::Stat(const std::string& uri, rt::FileInfo* info, std::string* error) {
  if (!IsRemote(uri)) {
    return local_.Stat(uri, info, error);
  }
  rt::FileStatus status;
  const auto question = [](RemotePlace& place, rt::FileStatus* answer, std::string* why) {
    return place.Status(place.path(), answer, why);
  };
  if (!AskThere(uri, question, &status, error)) {
    return false;
  }
  *info = {status.type != rt::FileType::kAbsent, status.type == rt::FileType::kDirectory,
           status.size, status.block_size};
  return true;
}

bool RemoteFileView::ExistsGlob(const std::string& uri_glob, bool* exists, std::string* error) {
  if (!IsRemote(uri_glob)) {
    return local_.ExistsGlob(uri_glob, exists, error);
  }
  const auto question = [](RemotePlace& place, bool* answer, std::string* why) {
    return place.Exists(answer, why);
  };
  return AskThere(uri_glob, question, exists, error);
}

bool RemoteFileView::DirectorySize(const std::string& uri, std::int64_t* size, std::string* error) {
  if (!IsRemote(uri)) {
    return local_.DirectorySize(uri, size, error);
  }
  const auto question = [](RemotePlace& place, std::int64_t* answer, std::string* why) {
    return place.DirectorySize(answer, why);
  };
  return AskThere(uri, question, size, error);
}

}  // namespace hpdl::application
