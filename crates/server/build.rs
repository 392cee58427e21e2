//! Creates the folders of the built web app and documents if they are missing, and rebuilds if they change.

fn main() -> std::io::Result<()> {
    for folder in ["../../web/app/dist", "../../web/docs/dist"] {
        std::fs::create_dir_all(folder)?;
        println!("cargo::rerun-if-changed={folder}");
    }
    Ok(())
}
