#ifndef HPDL_STDLIB_FUNCTIONS_HDFS_HDFS_FN_H_
#define HPDL_STDLIB_FUNCTIONS_HDFS_HDFS_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_hdfs_exists(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hdfs_is_dir(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hdfs_dir_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hdfs_file_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hdfs_block_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_hdfs_size(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for files by file system and path: HWS 4.2.5.
namespace hpdl::stdlib {

namespace hdfs_functions {

inline constexpr ArgumentDecl kFsArguments[] = {{"fsUri"}, {"path"}};
inline constexpr ArgumentDecl kPathArgument[] = {{"path"}};

inline constexpr FunctionDecl kAll[] = {
    {"hdfs:exists", Type::kBoolean, kFsArguments, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_exists",
     &hpdl_fn_hdfs_exists, "True if a file or directory with that path exists (HWS 4.2.5)."},
    {"hdfs:isDir", Type::kBoolean, kFsArguments, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_is_dir",
     &hpdl_fn_hdfs_is_dir, "True if the path is a directory (HWS 4.2.5)."},
    {"hdfs:dirSize", Type::kLong, kFsArguments, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_dir_size",
     &hpdl_fn_hdfs_dir_size,
     "The total size of the files directly in a directory, in bytes; -1 if the path is not a "
     "directory (HWS 4.2.5)."},
    {"hdfs:fileSize", Type::kLong, kFsArguments, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_file_size",
     &hpdl_fn_hdfs_file_size,
     "The size of a file in bytes; -1 if the path is not a file (HWS 4.2.5)."},
    {"hdfs:blockSize", Type::kLong, kFsArguments, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_block_size",
     &hpdl_fn_hdfs_block_size,
     "The block size of a file in bytes; -1 if the path is not a file (HWS 4.2.5)."},
    {"hdfs:size", Type::kLong, kPathArgument, kWorld, kHwsWorkflow, "hpdl_fn_hdfs_size",
     &hpdl_fn_hdfs_size,
     "The size of a file, or the total size of the files directly in a directory, in bytes; -1 if "
     "the path is neither (used by examples of HWS)."},
};

}  // namespace hdfs_functions

inline constexpr FunctionFamily kHdfsFunctions = {"hdfs", hdfs_functions::kAll, {}};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_HDFS_HDFS_FN_H_
