# An overlay port of a checkout: the source is where this port stands, unless SORTID_SOURCE names another place.
if(DEFINED ENV{SORTID_SOURCE})
  set(SOURCE_PATH $ENV{SORTID_SOURCE})
else()
  cmake_path(SET SOURCE_PATH NORMALIZE "${CURRENT_PORT_DIR}/../../..")
endif()

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DSORTID_BUILD_ALL=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME sortid CONFIG_PATH lib/cmake/sortid)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
