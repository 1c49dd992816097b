// Compiles the core, one file of C++ that needs no library but libc.

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    let mut build = cc::Build::new();
    build.cpp(true).cpp_link_stdlib(None).file("cpp/sortid.cpp").include("cpp").warnings(false);
    // Without optimisation, checks that cannot fail keep functions of the library of C++.
    build.opt_level(2).debug(false);
    build.flag("-std=c++20").flag("-fno-exceptions").flag("-fno-rtti").flag("-fno-threadsafe-statics");
    build.flag("-fvisibility=hidden").flag_if_supported("-Wno-attributes");
    build.flag("-U_GLIBCXX_ASSERTIONS");
    // Passes that take a tenth of the compiler's time, and give this code nothing.
    if build.get_compiler().is_like_gnu() {
        for pass in ["tree-pre", "code-hoisting", "gcse", "tree-loop-vectorize", "tree-slp-vectorize"] {
            build.flag(&format!("-fno-{pass}"));
        }
        for pass in ["ipa-cp", "ipa-sra", "ipa-icf", "tree-tail-merge", "crossjumping"] {
            build.flag(&format!("-fno-{pass}"));
        }
    }
    build.compile("sortid_core");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("windows") {
        println!("cargo:rustc-link-lib=bcrypt");
    }
}
