# Writes the manual pages, the completion scripts and the systemd units into OUT. BIN: where the programs are now;
# PREFIX: where they will be; VERSION.
function(said out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# As roff takes it, line by line.
function(verbatim out text)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REPLACE "\n." "\n\\&." text "${text}")
  string(REPLACE "\n'" "\n\\&'" text "${text}")
  set(${out} ".nf\n${text}\n.fi\n" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${OUT})
# What is inside the programs, for scanners that do not start them.
file(MAKE_DIRECTORY ${OUT}/sbom)
foreach(program hpdlc hpdld hpdl)
  execute_process(COMMAND ${BIN}/${program} --version --format json OUTPUT_FILE ${OUT}/sbom/${program}.cdx.json
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

said(page ${BIN}/hpdl man)
file(WRITE ${OUT}/man/man1/hpdl.1 "${page}")

said(help ${BIN}/hpdlc --help)
verbatim(text "${help}")
set(page ".TH HPDLC 1 \"\" \"hpdlc ${VERSION}\"\n.SH NAME\nhpdlc \\- compiler of Hadoop workflow definitions\n.SH COMMANDS\n${text}")
string(REGEX MATCHALL "\n  [a-z]+ " commands "${help}")
foreach(command ${commands})
  string(STRIP "${command}" command)
  said(help ${BIN}/hpdlc help ${command})
  verbatim(text "${help}")
  string(APPEND page ".SH ${command}\n${text}")
endforeach()
file(WRITE ${OUT}/man/man1/hpdlc.1 "${page}")

said(help ${BIN}/hpdld --help)
verbatim(text "${help}")
file(WRITE ${OUT}/man/man8/hpdld.8
     ".TH HPDLD 8 \"\" \"hpdlc ${VERSION}\"\n.SH NAME\nhpdld \\- server of workflow jobs for Oozie's clients\n.SH SYNOPSIS\n${text}")

foreach(program hpdlc hpdl)
  foreach(shell bash zsh fish)
    said(script ${BIN}/${program} completion ${shell})
    file(WRITE ${OUT}/${program}.${shell} "${script}")
  endforeach()
endforeach()

# An archive is unpacked where its owner wants it: the units name the place that docs/install.md does.
if(PREFIX STREQUAL "" OR PREFIX STREQUAL "/" OR PREFIX MATCHES "/_CPack_Packages/")
  set(PREFIX /opt/hpdlc)
endif()
foreach(unit hpdld.service hpdld.socket)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/systemd/${unit} ${OUT}/${unit} @ONLY)
endforeach()
