//! Web addresses of images, which glTF files may contain instead of paths.

/// Whether an image's path is a web address.
pub(super) fn is_web_address(path: &str) -> bool {
    let scheme = path.split_once("://").map_or("", |(scheme, _)| scheme);
    ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web))
}

/// Returns the path of an image's file. Of a web address, this is the name of the file.
pub(super) fn file_path(path: &str) -> &str {
    if !is_web_address(path) {
        return path;
    }
    let address = path.split(['?', '#']).next().unwrap_or_default();
    // The first three parts are the scheme, an empty part and the server.
    address.split('/').skip(3).last().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_web_address_has_the_name_of_a_file_or_none() {
        assert_eq!(file_path("https://example.org/a/skin.png?size=2#top"), "skin.png");
        assert_eq!(file_path("HTTP://example.org/skin.png"), "skin.png");
        assert_eq!(file_path("http://example.org"), "");
        assert_eq!(file_path("http://example.org/a/"), "");
        assert_eq!(file_path("C:/art/skin.png"), "C:/art/skin.png");
        assert!(!is_web_address("//server/skin.png") && !is_web_address("httpskin.png"));
    }
}
