# What of others is part of hpdlc and of programs, for `--version --format json`: a table that is made when
# the build is configured, with the versions of the packages that are installed then.

# hpdl_package(FILE VERSION URL): version and purl of the Debian package that a file belongs to. Who looks for what is known
# of a package's weaknesses asks by the source package, which is `upstream` there.
function(hpdl_package file version_out url_out)
  file(REAL_PATH ${file} path)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  execute_process(COMMAND dpkg-query --search ${path} OUTPUT_VARIABLE owner COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE ": /.*" "" package "${owner}")
  execute_process(COMMAND dpkg-query --show "--showformat=\${Package} \${Version} \${Architecture} \${source:Package}" ${package}
                  OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE " " ";" fields "${fields}")
  list(GET fields 0 name)
  list(GET fields 1 version)
  list(GET fields 2 architecture)
  list(GET fields 3 source)
  hpdl_package_url(url ${name} ${version} "arch=${architecture}" ${source})
  set(${version_out} ${version} PARENT_SCOPE)
  set(${url_out} ${url} PARENT_SCOPE)
endfunction()

# hpdl_package_url(OUT NAME VERSION ARCHITECTURE SOURCE)
function(hpdl_package_url out name version architecture source)
  file(STRINGS /etc/os-release system REGEX "^(ID|VERSION_ID)=")
  string(REGEX MATCH "(^|;)ID=\"?([a-z]+)" _ "${system}")
  set(id ${CMAKE_MATCH_2})
  string(REGEX MATCH "VERSION_ID=\"?([0-9.]+)" _ "${system}")
  set(url "${name}@${version}?${architecture}&distro=${id}-${CMAKE_MATCH_1}&upstream=${source}")
  string(REPLACE "+" "%2B" url "${url}")
  set(${out} "pkg:deb/${id}/${url}" PARENT_SCOPE)
endfunction()

# hpdl_compiler_file(NAME OUT): where the compiler finds a file of this name for the linker.
function(hpdl_compiler_file name out)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${name} OUTPUT_VARIABLE path
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} ${path} PARENT_SCOPE)
endfunction()

# hpdl_library_row(TABLE NAME LICENCE (FILE file | VERSION version (SOURCE package | URL url)) [SYMBOL symbol]): one more row.
# LICENCE: in the words of SPDX. FILE: of the Debian package that it comes from; SOURCE: the Debian source package that
# the build has made it of. SYMBOL: of the library, or of what brings it in: the row counts where the linker has it.
# Without it, always.
function(hpdl_library_row table name licence)
  cmake_parse_arguments(ARG "" "FILE;VERSION;SOURCE;URL;SYMBOL" "" ${ARGN})
  if(ARG_FILE)
    hpdl_package(${ARG_FILE} ARG_VERSION ARG_URL)
  elseif(ARG_SOURCE)
    hpdl_package_url(ARG_URL ${ARG_SOURCE} ${ARG_VERSION} "arch=source" ${ARG_SOURCE})
  endif()
  if(ARG_SYMBOL)
    set(row "LIBRARY_IF(${ARG_SYMBOL}, \"${name}\", \"${ARG_VERSION}\", \"${licence}\", \"${ARG_URL}\")\n")
  else()
    set(row "LIBRARY(\"${name}\", \"${ARG_VERSION}\", \"${licence}\", \"${ARG_URL}\")\n")
  endif()
  set(${table} "${${table}}${row}" PARENT_SCOPE)
endfunction()

# hpdl_library_table(TABLE TARGET): the rows become <generated>/TARGET_libraries.def, which TARGET includes.
function(hpdl_library_table table target)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${target}_libraries.def @ONLY CONTENT "${${table}}")
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated)
endfunction()
