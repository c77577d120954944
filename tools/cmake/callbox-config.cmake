# find_package(callbox): the installed library as the targets callbox::callbox and callbox::openrpc,
# which callbox/clients.hpp needs. The installation is relocatable.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
if(NOT TARGET callbox::callbox)
    get_filename_component(callbox_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(callbox::callbox STATIC IMPORTED)
    set_target_properties(callbox::callbox PROPERTIES
        IMPORTED_LOCATION "${callbox_prefix}/lib/libcallbox.a"
        INTERFACE_INCLUDE_DIRECTORIES "${callbox_prefix}/include"
        INTERFACE_COMPILE_FEATURES cxx_std_20
        INTERFACE_LINK_LIBRARIES Threads::Threads)
    add_library(callbox::openrpc STATIC IMPORTED)
    set_target_properties(callbox::openrpc PROPERTIES
        IMPORTED_LOCATION "${callbox_prefix}/lib/libcallbox-openrpc.a"
        INTERFACE_LINK_LIBRARIES callbox::callbox)
    unset(callbox_prefix)
endif()
