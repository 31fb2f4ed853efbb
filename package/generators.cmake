# What differs between the packages; CPack reads it once for each of them.
if(CPACK_GENERATOR STREQUAL DEB)
  string(REPLACE ";ALL;" ";program;" CPACK_INSTALL_CMAKE_PROJECTS "${CPACK_INSTALL_CMAKE_PROJECTS}")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
