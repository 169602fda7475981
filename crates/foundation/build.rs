//! Makes a release build carry the web app as it is now. A debug build reads the app's files when they are
//! requested, but only if their folder exists when `web_app` is compiled: it is created here, since the web app
//! may be built later.

fn main() -> std::io::Result<()> {
    const BUILT: &str = "../../web/dist";
    std::fs::create_dir_all(BUILT)?;
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={BUILT}");
    }
    Ok(())
}
