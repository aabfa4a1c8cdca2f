//! URIs of textures, relative to the file that refers to them.

use rigmill_codec_gltf::uri::escape;

use crate::relative::relative;

/// Returns the URI of a texture's file, relative to the file of an asset.
pub(super) fn of_texture(asset: &str, texture: &str) -> String {
    escape(&format!("{}.png", relative(asset, texture).join("/")))
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
