//! Addresses of textures: relative to the file that refers to them.

use std::fmt::Write;

use crate::relative::relative;

/// The address of a texture's file, as it is seen from the file of an asset.
pub(super) fn of_texture(asset: &str, texture: &str) -> String {
    escaped(&format!("{}.png", relative(asset, texture).join("/")))
}

/// With `%20` and its like for all that an address may not have as it is (RFC 3986, 2.3), but for the slashes.
fn escaped(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(byte.into());
        } else {
            // Writing to a String cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_from_the_file_to_the_texture() {
        let cases = [
            ("Models/Grund", "Models/grund_d", "grund_d.png"),
            ("Models/Mech/Grund", "Textures/Grund Frame", "../../Textures/Grund%20Frame.png"),
            ("Grund", "a/Stück#1", "a/St%C3%BCck%231.png"),
            ("Grund", "Grund.skin: a.texture", "Grund.skin%3A%20a.texture.png"),
        ];
        for (from, to, expected) in cases {
            assert_eq!(of_texture(from, to), expected);
        }
    }
}
