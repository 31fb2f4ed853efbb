#include "runtime/world/mapreduce/archive.h"

#include <sys/stat.h>

#include <cstddef>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/zip/zip_reader.h"
#include "runtime/world/mapreduce/archive_folder.h"
#include "runtime/world/mapreduce/input.h"
#include "runtime/world/mapreduce/tar_reader.h"

namespace hpdl::rt::mapreduce {

namespace {

Result<void> UnpackEntry(ZipReader& zip, const ZipMember& member, ArchiveFolder& folder) {
  const std::string& name = member.name;
  if (member.IsFolder()) {
    return folder.AddDirectory(name);
  }
  const auto failed = [&name](const Error& error) {
    return ActionError(name + " " + error.message);
  };
  if (const Result<void> begun = zip.Begin(); !begun) {
    return failed(begun.error());
  }
  const bool executable = (member.mode & S_IXUSR) != 0;
  return folder.AddFile(name, executable, [&](char* to, std::size_t size) {
    Result<std::size_t> got = zip.Read(to, size);
    return got ? got : Result<std::size_t>(failed(got.error()));
  });
}

Result<void> UnpackZip(const std::string& archive, ArchiveFolder& folder) {
  const auto zip = ZipReader::OfFile(archive);
  if (!zip) {
    return ActionError("it " + zip.error().message);
  }
  while (true) {
    const auto member = (*zip)->Next();
    if (!member) {
      return ActionError("it " + member.error().message);
    }
    if (!*member) {
      return {};
    }
    HPDL_TRY(UnpackEntry(**zip, **member, folder));
  }
}

Result<void> UnpackTarFile(const std::string& archive, bool compressed, ArchiveFolder& folder) {
  auto source = MakeLocalInput()->Open(archive, 0);
  HPDL_TRY(source);
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
    return ActionError("its name does not end with .zip, .jar, .war, .tar, .tar.gz or .tgz");
  }
  auto opened = ArchiveFolder::Open(folder);
  HPDL_TRY(opened);
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
