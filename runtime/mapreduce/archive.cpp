#include "runtime/mapreduce/archive.h"

#include <minizip/unzip.h>

#include <cctype>

#include "runtime/base/lower_case.h"
#include "runtime/mapreduce/archive_folder.h"
#include "runtime/mapreduce/input.h"
#include "runtime/mapreduce/tar_reader.h"

namespace hpdl::rt::mapreduce {

namespace {

Result<void> UnpackEntry(unzFile zip, ArchiveFolder& folder) {
  unz_file_info64 info{};
  std::string name(65536, '\0');
  if (unzGetCurrentFileInfo64(zip, &info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
      UNZ_OK) {
    return ActionError("its directory is damaged");
  }
  name.resize(info.size_filename);
  if (name.ends_with('/')) {
    return folder.AddDirectory(name);
  }
  if ((info.flag & 1) != 0 || unzOpenCurrentFile(zip) != UNZ_OK) {
    return ActionError(name + " is encrypted, or compressed in an unknown way");
  }
  const bool executable = (info.external_fa >> 16 & 0100) != 0;
  auto added =
      folder.AddFile(name, executable, [&](char* to, std::size_t size) -> Result<std::size_t> {
        const int got = unzReadCurrentFile(zip, to, static_cast<unsigned>(size));
        return got >= 0 ? Result<std::size_t>(static_cast<std::size_t>(got))
                        : Result<std::size_t>(ActionError(name + " is damaged"));
      });
  const bool intact = unzCloseCurrentFile(zip) == UNZ_OK;
  return !added || intact ? added : Result<void>(ActionError(name + " is damaged"));
}

Result<void> UnpackZip(const std::string& archive, ArchiveFolder& folder) {
  unzFile zip = unzOpen64(archive.c_str());
  if (zip == nullptr) {
    return ActionError("it is no zip file");
  }
  Result<void> result;
  int status = unzGoToFirstFile(zip);
  for (; status == UNZ_OK && result; status = unzGoToNextFile(zip)) {
    result = UnpackEntry(zip, folder);
  }
  unzClose(zip);
  return !result || status == UNZ_END_OF_LIST_OF_FILE
             ? result
             : Result<void>(ActionError("its directory is damaged"));
}

Result<void> UnpackTarFile(const std::string& archive, bool compressed, ArchiveFolder& folder) {
  auto source = MakeLocalInput()->Open(archive, 0);
  if (!source) {
    return source.error();
  }
  if (compressed) {
    *source = MakeInflateSource(std::move(*source), archive);
  }
  return UnpackTar(**source, folder);
}

Result<void> Unpack(const std::string& archive, const std::string& name,
                    const std::string& folder) {
  const bool zip = name.ends_with(".zip") || name.ends_with(".jar") || name.ends_with(".war");
  const bool gzip = name.ends_with(".tar.gz") || name.ends_with(".tgz");
  if (!zip && !gzip && !name.ends_with(".tar")) {
    return ActionError("it is not zip, jar, tar, tar.gz or tgz");
  }
  auto opened = ArchiveFolder::Open(folder);
  if (!opened) {
    return opened.error();
  }
  return zip ? UnpackZip(archive, **opened) : UnpackTarFile(archive, gzip, **opened);
}

}  // namespace

Result<void> UnpackArchive(const std::string& archive, const std::string& folder) {
  const std::string name = archive.substr(archive.rfind('/') + 1);
  auto unpacked = Unpack(archive, LowerCase(name), folder);
  if (!unpacked) {
    Error error = unpacked.error();
    error.message = "archive " + name + " cannot be unpacked: " + error.message;
    return error;
  }
  return {};
}

}  // namespace hpdl::rt::mapreduce
