//! Names of assets relative to other assets.

/// Returns the path from an asset to another asset: `..` for each folder up, then folders, then the other asset's last part.
pub(crate) fn relative<'a>(from: &str, to: &'a str) -> Vec<&'a str> {
    let folders: Vec<&str> = from.split('/').collect();
    let names: Vec<&str> = to.split('/').collect();
    let common = folders[..folders.len() - 1].iter().zip(&names[..names.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folders.len() - 1 - common);
    up.chain(names[common..].iter().copied()).collect()
}
