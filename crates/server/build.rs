//! Creates the folder of the built web app if it is missing, and rebuilds if the web app changes.

fn main() -> std::io::Result<()> {
    let folder = "../../web/app/dist";
    std::fs::create_dir_all(folder)?;
    println!("cargo::rerun-if-changed={folder}");
    Ok(())
}
