use rigmill_format::AlignedBytes;

#[test]
fn the_buffer_begins_at_a_multiple_of_64_and_keeps_its_length() {
    for len in [0, 1, 63, 64, 65, 1000] {
        let bytes = AlignedBytes::with_len(len);
        assert_eq!(bytes.len(), len);
        assert_eq!(bytes.as_ptr().addr() % 64, 0);
    }
}

#[test]
fn the_buffer_holds_what_was_written() {
    let mut bytes = AlignedBytes::from_slice(b"some content");
    bytes.as_mut_slice()[..4].copy_from_slice(b"SOME");
    assert_eq!(&*bytes, b"SOME content");
    assert_eq!(format!("{bytes:?}"), "AlignedBytes(12 bytes)");
}
