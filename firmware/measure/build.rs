//! Links for the board. The memory layout comes from the firmware's own build script.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        for argument in ["--nmagic", "-Tlink.x"] {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
}
