"""Conan 2: `conan create packaging/conan` in a checkout. Without dependencies; the command line is not packed."""

import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Sortid(ConanFile):
    name = "sortid"
    description = "Sortable unique ids of every common format: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, uid11, xid"
    license = "MIT"
    topics = ("ulid", "typeid", "uuid", "uuidv7", "unique-id")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def _checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        self.version = load(self, os.path.join(self._checkout(), "VERSION")).strip()

    def export_sources(self):
        for pattern in ("VERSION", "LICENSE", "CMakeLists.txt", "cmake/*", "include/*", "src/*"):
            copy(self, pattern, self._checkout(), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SORTID_BUILD_ALL"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    # The targets, the names and the flags are those of the project's own CMake package and pkg-config files.
    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "sortid")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "sortid::core")
        core.set_property("pkg_config_name", "sortid-core")
        core.libdirs = []
        whole = self.cpp_info.components["sortid"]
        whole.set_property("cmake_target_name", "sortid::sortid")
        whole.set_property("pkg_config_name", "sortid")
        whole.libs = ["sortid"]
        whole.requires = ["core"]
        whole.system_libs = ["pthread"]
