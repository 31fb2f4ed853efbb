#ifndef HPDL_STDLIB_FUNCTIONS_FS_FS_FN_H_
#define HPDL_STDLIB_FUNCTIONS_FS_FS_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_fs_exists(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_fs_is_dir(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_fs_dir_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_fs_file_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_fs_block_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for files by URI: specification 4.2.6.
namespace hpdl::stdlib {

namespace fs_functions {

inline constexpr ArgumentDecl kPathArgument[] = {{"path"}};

inline constexpr FunctionDecl kAll[] = {
    {"fs:exists", Type::kBoolean, kPathArgument, kWorld, kOozieWorkflow, "hpdl_fn_fs_exists",
     &hpdl_fn_fs_exists,
     "True if a file or directory with that path or glob exists (section 4.2.6 of Oozie's "
     "specification)."},
    {"fs:isDir", Type::kBoolean, kPathArgument, kWorld, kOozieWorkflow, "hpdl_fn_fs_is_dir",
     &hpdl_fn_fs_is_dir,
     "True if the path is a directory (section 4.2.6 of Oozie's specification)."},
    {"fs:dirSize", Type::kLong, kPathArgument, kWorld, kOozieWorkflow, "hpdl_fn_fs_dir_size",
     &hpdl_fn_fs_dir_size,
     "The total size of the files directly in a directory, in bytes; -1 if the path is not a "
     "directory (section 4.2.6 of Oozie's specification)."},
    {"fs:fileSize", Type::kLong, kPathArgument, kWorld, kOozieWorkflow, "hpdl_fn_fs_file_size",
     &hpdl_fn_fs_file_size,
     "The length of a file in bytes; -1 if the path does not exist. A directory has the length "
     "that "
     "its file system gives, 0 in HDFS (section 4.2.6 of Oozie's specification)."},
    {"fs:blockSize", Type::kLong, kPathArgument, kWorld, kOozieWorkflow, "hpdl_fn_fs_block_size",
     &hpdl_fn_fs_block_size,
     "The block size of a file in bytes; -1 if the path is not a file (section 4.2.6 of Oozie's "
     "specification)."},
};

}  // namespace fs_functions

inline constexpr FunctionFamily kFsFunctions = {"fs", fs_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_FS_FS_FN_H_
