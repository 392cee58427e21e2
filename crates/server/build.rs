//! Makes sure that the folder of the built web app exists, empty or not, and that a new build of it is embedded.

fn main() -> std::io::Result<()> {
    let folder = "../../web/app/dist";
    std::fs::create_dir_all(folder)?;
    println!("cargo::rerun-if-changed={folder}");
    Ok(())
}
