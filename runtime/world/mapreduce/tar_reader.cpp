#include "runtime/world/mapreduce/tar_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hpdl::rt::mapreduce {

namespace {

/// The bytes that libarchive reads, and the error that ended them.
struct ArchiveBytes {
  ByteSource& source;
  std::vector<char> buffer = std::vector<char>(64 << 10);
  std::optional<Error> error = {};
};

la_ssize_t ReadArchiveBytes(archive*, void* data, const void** to) {
  auto& bytes = *static_cast<ArchiveBytes*>(data);
  Result<std::size_t> got = bytes.source.Read(bytes.buffer.data(), bytes.buffer.size());
  if (!got) {
    bytes.error = got.error();
    return ARCHIVE_FATAL;
  }
  *to = bytes.buffer.data();
  return static_cast<la_ssize_t>(*got);
}

Error DamagedTar(archive* reader, const ArchiveBytes& bytes) {
  if (bytes.error) {
    return *bytes.error;
  }
  const char* const why = archive_error_string(reader);
  return ActionError("it is not an intact tar archive" +
                     (why == nullptr ? std::string() : ": " + std::string(why)));
}

/// Adds one entry. Names are the bytes of the archive: without a locale libarchive converts none.
Result<void> AddTarEntry(archive* reader, archive_entry* entry, const ArchiveBytes& bytes,
                         ArchiveFolder& folder) {
  const char* const path = archive_entry_pathname(entry);
  if (path == nullptr) {
    return ActionError("an entry has no name");
  }
  if (const char* const earlier = archive_entry_hardlink(entry)) {
    return folder.AddName(path, earlier);
  }
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return folder.AddFile(path, (archive_entry_perm(entry) & S_IXUSR) != 0,
                            [&](char* to, std::size_t size) -> Result<std::size_t> {
                              const la_ssize_t got = archive_read_data(reader, to, size);
                              if (got < 0) {
                                return DamagedTar(reader, bytes);
                              }
                              return static_cast<std::size_t>(got);
                            });
    case AE_IFLNK: {
      const char* const target = archive_entry_symlink(entry);
      return folder.AddLink(path, target == nullptr ? "" : target);
    }
    case AE_IFDIR:
      return folder.AddDirectory(path);
    default:
      return {};
  }
}

}  // namespace

Result<void> UnpackTar(ByteSource& source, ArchiveFolder& folder) {
  ArchiveBytes bytes{source};
  const std::unique_ptr<archive, decltype(&archive_read_free)> reader(archive_read_new(),
                                                                      &archive_read_free);
  archive_read_support_format_tar(reader.get());
  archive_entry* entry = nullptr;
  int code = archive_read_open(reader.get(), &bytes, nullptr, &ReadArchiveBytes, nullptr);
  while (code >= ARCHIVE_WARN &&
         (code = archive_read_next_header(reader.get(), &entry)) >= ARCHIVE_WARN) {
    if (code == ARCHIVE_EOF) {
      return {};
    }
    HPDL_TRY(AddTarEntry(reader.get(), entry, bytes, folder));
  }
  return DamagedTar(reader.get(), bytes);
}

}  // namespace hpdl::rt::mapreduce
