#include <gtest/gtest.h>
#include <linux/magic.h>

#include <string>

#include "runtime/base/testing/temporary_folder.h"
#include "runtime/store/file_system.h"

namespace hpdl::rt {
namespace {

TEST(RemoteFileSystems, ByTheNumbersOfTheKernel) {
  // Those that linux/magic.h lacks are of statfs(2) or of the file systems' own sources.
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

TEST(RemoteFileSystems, ThisOneIsLocalAndOneThatIsNotThereIsSaid) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(RefuseNetworkFileSystem(folder.path()));
  const Result<void> missing = RefuseNetworkFileSystem(folder.path() + "/nosuch");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, folder.path() + "/nosuch: No such file or directory");
}

}  // namespace
}  // namespace hpdl::rt
