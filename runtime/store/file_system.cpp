#include "runtime/store/file_system.h"

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace hpdl::rt {
namespace {

struct KnownMagic {
  unsigned long magic;
  const char* name;
};

constexpr KnownMagic kNetworkMagics[] = {
    {0x6969, "NFS"},        {0xFF534D42, "CIFS"}, {0xFE534D42, "SMB"},   {0x517B, "SMB"},
    {0x5346414F, "AFS"},    {0x73757245, "Coda"}, {0x564C, "NCP"},       {0x00C36400, "Ceph"},
    {0x0BD00BD0, "Lustre"}, {0x47504653, "GPFS"}, {0x01021997, "9P"},    {0x19830326, "BeeGFS"},
    {0x7461636F, "OCFS2"},  {0x01161970, "GFS2"}, {0xAAD7AAEA, "PanFS"},
};

constexpr const char* kNetworkFuse[] = {"fuse.sshfs",     "fuse.s3fs",      "fuse.glusterfs",
                                        "fuse.ceph-fuse", "fuse.davfs",     "fuse.davfs2",
                                        "fuse.rclone",    "fuse.gcsfuse",   "fuse.goofys",
                                        "fuse.hdfs",      "fuse.curlftpfs", "fuse.nfs"};

/// Returns the third word of a line of the mount table: major:minor.
std::string_view DeviceOf(std::string_view line) {
  for (int word = 0; word < 2; ++word) {
    line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
  }
  return line.substr(0, line.find(' '));
}

}  // namespace

std::string_view NetworkFileSystem(unsigned long magic, std::string_view type) {
  for (const KnownMagic& known : kNetworkMagics) {
    if ((magic & 0xFFFFFFFFUL) == known.magic) {
      return known.name;
    }
  }
  for (const char* fuse : kNetworkFuse) {
    if (type == fuse) {
      return fuse;
    }
  }
  return {};
}

std::string MountType(const std::string& path, const char* mounts) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return {};
  }
  std::FILE* table = std::fopen(mounts, "re");
  if (table == nullptr) {
    return {};
  }
  const std::string device =
      std::to_string(major(info.st_dev)) + ":" + std::to_string(minor(info.st_dev));
  char line[4096];
  std::string type;
  while (std::fgets(line, sizeof line, table) != nullptr) {
    const char* separator = std::strstr(line, " - ");
    if (separator != nullptr && DeviceOf(line) == device) {
      const char* word = separator + 3;
      type.assign(word, std::strcspn(word, " "));
    }
  }
  std::fclose(table);
  return type;
}

Result<void> RefuseNetworkFileSystem(const std::string& path) {
  struct statfs info{};
  if (statfs(path.c_str(), &info) != 0) {
    return Error{ErrorClass::kFatal, "E0713", path + ": " + std::strerror(errno)};
  }
  constexpr unsigned long kFuse = 0x65735546;
  const auto magic = static_cast<unsigned long>(info.f_type);
  const std::string type =
      (magic & 0xFFFFFFFFUL) == kFuse ? MountType(path, "/proc/self/mountinfo") : std::string();
  const std::string_view name = NetworkFileSystem(magic, type);
  if (name.empty()) {
    return {};
  }
  return Error{ErrorClass::kFatal, "E0713",
               "the state directory " + path + " is on a network file system (" +
                   std::string(name) +
                   "): such a file system does not keep the journal's locks and write order "
                   "reliably; name a local directory with --state or HPDL_STATE"};
}

}  // namespace hpdl::rt
