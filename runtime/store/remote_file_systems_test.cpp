#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/file_system.h"

namespace hpdl::rt {
namespace {

TEST(RemoteFileSystems, ByTheNumbersOfTheKernel) {
  // The numbers that linux/magic.h lacks come from statfs(2) or from the sources of the file
  // systems.
  const std::pair<unsigned long, const char*> remote[] = {
      {NFS_SUPER_MAGIC, "NFS"},     {CIFS_SUPER_MAGIC, "CIFS"}, {SMB2_SUPER_MAGIC, "SMB"},
      {SMB_SUPER_MAGIC, "SMB"},     {AFS_SUPER_MAGIC, "AFS"},   {CODA_SUPER_MAGIC, "Coda"},
      {NCP_SUPER_MAGIC, "NCP"},     {CEPH_SUPER_MAGIC, "Ceph"}, {0x0BD00BD0, "Lustre"},
      {0x47504653, "GPFS"},         {V9FS_MAGIC, "9P"},         {0x19830326, "BeeGFS"},
      {OCFS2_SUPER_MAGIC, "OCFS2"}, {0x01161970, "GFS2"},       {0xAAD7AAEA, "PanFS"}};
  for (const auto& [magic, name] : remote) {
    EXPECT_EQ(NetworkFileSystem(magic, ""), name) << std::hex << magic;
    EXPECT_EQ(NetworkFileSystem(magic | 0xFFFFFFFF00000000UL, ""), name)
        << "the number is an int, and may be extended by its sign";
    EXPECT_EQ(NetworkFileSystem(magic + 0x100000, ""), "") << std::hex << magic;
  }
}

TEST(RemoteFileSystems, LocalOnes) {
  constexpr unsigned long kLocal[] = {EXT4_SUPER_MAGIC,  XFS_SUPER_MAGIC,   BTRFS_SUPER_MAGIC,
                                      TMPFS_MAGIC,       F2FS_SUPER_MAGIC,  OVERLAYFS_SUPER_MAGIC,
                                      ISOFS_SUPER_MAGIC, MSDOS_SUPER_MAGIC, RAMFS_MAGIC};
  for (const unsigned long magic : kLocal) {
    EXPECT_EQ(NetworkFileSystem(magic, "ext4"), "") << std::hex << magic;
  }
}

TEST(RemoteFileSystems, ByTheWordOfFuse) {
  for (const char* type :
       {"fuse.sshfs", "fuse.s3fs", "fuse.glusterfs", "fuse.ceph-fuse", "fuse.davfs", "fuse.davfs2",
        "fuse.rclone", "fuse.gcsfuse", "fuse.goofys", "fuse.hdfs", "fuse.curlftpfs", "fuse.nfs"}) {
    EXPECT_EQ(NetworkFileSystem(FUSE_SUPER_MAGIC, type), type);
  }
  for (const char* type : {"fuse", "fuseblk", "fuse.", "fuse.fuse-overlayfs", "fuse.bindfs",
                           "fuse.nfs4", "sshfs", "", "nfs"}) {
    EXPECT_EQ(NetworkFileSystem(FUSE_SUPER_MAGIC, type), "") << type;
  }
}

TEST(RemoteFileSystems, TheWordIsThatOfTheDevice) {
  const testing::TemporaryFolder folder;
  struct stat info{};
  ASSERT_EQ(stat(folder.path().c_str(), &info), 0);
  const std::string device =
      std::to_string(major(info.st_dev)) + ":" + std::to_string(minor(info.st_dev));
  const std::string mounts = folder.path() + "/mounts";
  const auto type_in = [&](const std::string& table) {
    std::ofstream(mounts) << table;
    return MountType(folder.path(), mounts.c_str());
  };
  const std::string other = "20 1 " + device + "0 / / rw,relatime shared:1 - fuse.bindfs src rw\n";
  const std::string line =
      " / /mnt rw,nosuid shared:1 master:2 - fuse.sshfs host:/home rw,user_id=0\n";
  EXPECT_EQ(type_in(other + "21 20 " + device + line + other), "fuse.sshfs");
  EXPECT_EQ(type_in("21 20 " + device + " / /mnt rw - fuseblk /dev/sda1 rw\n"), "fuseblk")
      << "without any tag";
  EXPECT_EQ(type_in("21 20 " + device + " / /mnt rw - ext4 /dev/sda1 rw\n21 20 " + device + line),
            "fuse.sshfs")
      << "the mount above hides the one below";
  for (const std::string& none : {std::string(), other, device + line, device + "\n",
                                  "21 20 " + device + " / /mnt rw fuse.sshfs host rw\n"}) {
    EXPECT_EQ(type_in(none), "") << none;
  }
  EXPECT_EQ(MountType(folder.path() + "/nosuch", mounts.c_str()), "");
  EXPECT_EQ(MountType(folder.path(), (mounts + ".none").c_str()), "");
  EXPECT_NE(MountType("/proc", "/proc/self/mountinfo"), "") << "the kernel's own table";
}

TEST(RemoteFileSystems, ThisOneIsLocalAndOneThatIsNotThereIsSaid) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(RefuseNetworkFileSystem(folder.path()));
  const Result<void> missing = RefuseNetworkFileSystem(folder.path() + "/nosuch");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, folder.path() + "/nosuch: No such file or directory");
}

}  // namespace
}  // namespace hpdl::rt
