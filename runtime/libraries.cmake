# What of others is part of hpdlc and of programs, for `--version --format json`: a table that is made when
# the build is configured, with the versions of the packages that are installed then.

# hpdl_package_version(FILE OUT): the version of the Debian package that a file belongs to.
function(hpdl_package_version file out)
  file(REAL_PATH ${file} path)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  execute_process(COMMAND dpkg-query --search ${path} OUTPUT_VARIABLE owner COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE ": /.*" "" package "${owner}")
  execute_process(COMMAND dpkg-query --show --showformat=\${Version} ${package} OUTPUT_VARIABLE version
                  COMMAND_ERROR_IS_FATAL ANY)
  set(${out} ${version} PARENT_SCOPE)
endfunction()

# hpdl_compiler_file(NAME OUT): where the compiler finds a file of this name for the linker.
function(hpdl_compiler_file name out)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${name} OUTPUT_VARIABLE path
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} ${path} PARENT_SCOPE)
endfunction()

# hpdl_library_row(TABLE NAME LICENCE (FILE file | VERSION version) [SYMBOL symbol]): one more row.
# LICENCE: in the words of SPDX. SYMBOL: of the library, or of what brings it in: the row counts where the
# linker has it. Without it, always.
function(hpdl_library_row table name licence)
  cmake_parse_arguments(ARG "" "FILE;VERSION;SYMBOL" "" ${ARGN})
  if(ARG_FILE)
    hpdl_package_version(${ARG_FILE} ARG_VERSION)
  endif()
  if(ARG_SYMBOL)
    set(row "LIBRARY_IF(${ARG_SYMBOL}, \"${name}\", \"${ARG_VERSION}\", \"${licence}\")\n")
  else()
    set(row "LIBRARY(\"${name}\", \"${ARG_VERSION}\", \"${licence}\")\n")
  endif()
  set(${table} "${${table}}${row}" PARENT_SCOPE)
endfunction()

# hpdl_library_table(TABLE TARGET): the rows become <generated>/TARGET_libraries.def, which TARGET includes.
function(hpdl_library_table table target)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${target}_libraries.def @ONLY CONTENT "${${table}}")
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated)
endfunction()
