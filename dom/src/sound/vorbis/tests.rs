use lewton::audio::{PreviousWindowRight, read_audio_packet_generic};
use lewton::header::{read_header_ident, read_header_setup};

use super::setup::{Ident, Setup};
use super::transform::Transform;
use super::{Blocks, Packets};

/// A tone, a mono sound of clicks (long and short blocks), and six channels of noise.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../../../fuzz/seeds/tone.ogg"),
    include_bytes!("../../../../fuzz/seeds/clicks.ogg"),
    include_bytes!("../../../../fuzz/seeds/surround.ogg"),
];

/// The packets of a file.
fn packets(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut packets = Packets::new(bytes);
    std::iter::from_fn(|| packets.next().unwrap().map(|packet| packet.bytes)).collect()
}

#[test]
fn files_decode_as_with_a_different_decoder() {
    for file in FILES {
        let packets = packets(file);
        let ident = Ident::read(&packets[0]).unwrap();
        let mut blocks = Blocks::new(&ident, Setup::read(&packets[2], ident.channels).unwrap());
        let peer = read_header_ident(&packets[0]).unwrap();
        let sizes = (peer.blocksize_0, peer.blocksize_1);
        let setup = read_header_setup(&packets[2], peer.audio_channels, sizes).unwrap();
        let mut window = PreviousWindowRight::new();
        let mut channels = vec![(Vec::new(), Vec::new()); ident.channels];
        for packet in &packets[3..] {
            let found = blocks.next(packet).unwrap();
            let expected: Vec<Vec<f32>> = read_audio_packet_generic(&peer, &setup, packet, &mut window).unwrap();
            for (channel, (found, expected)) in channels.iter_mut().zip(found.into_iter().zip(expected)) {
                channel.0.extend(found);
                channel.1.extend(expected);
            }
        }
        for (found, expected) in channels {
            // The other decoder returns samples as soon as no later packet can change them, which is up to half a block earlier.
            assert!(found.len() > 4000 && found.len() <= expected.len() && found.len() + 4096 > expected.len());
            let off = found.iter().zip(&expected).map(|(a, b)| (a - f64::from(*b)).abs()).fold(0.0, f64::max);
            assert!(off < 2e-6, "off by {off}");
        }
    }
}

#[test]
fn the_transform_is_the_sum_of_cosines_of_its_definition() {
    for size in [64, 128, 1024] {
        let half = size / 2;
        let spectrum: Vec<f64> = (0..half).map(|at| f64::from((at * 37 + 11) % 64) / 32.0 - 1.0).collect();
        let found = Transform::new(size as usize).samples(&spectrum);
        assert_eq!(found.len(), size as usize);
        for (at, found) in (0..size).zip(found) {
            let cosine = |wave: i32| {
                let turns = f64::from((2 * at + 1 + half) * (2 * wave + 1));
                libm::cos(std::f64::consts::PI / f64::from(2 * size) * turns)
            };
            let expected: f64 = (0..half).zip(&spectrum).map(|(wave, height)| height * cosine(wave)).sum();
            assert!((found - expected).abs() < 1e-10, "{size}, sample {at}: {found}, not {expected}");
        }
    }
}

#[test]
fn tables_are_bounded() {
    // A codebook with this number of entries of 65,535 numbers, all of the same length, in a few bytes.
    let book = |entries: u32| {
        let [a, b, c, _] = entries.to_le_bytes();
        // Ordered lengths from one bit on: no entries of one bit, and all entries of the next length. No vectors.
        [&b"\x05vorbis\0BCV"[..], &[255, 255, a, b, c, 1, 0, 0, 0], &[255; 9]].concat()
    };
    let beyond = "the header of the Vorbis sound is damaged: too much memory would be needed for codebooks";
    for entries in [1 << 23, (1 << 18) + 1] {
        assert_eq!(Setup::read(&book(entries), 2).err().unwrap().to_string(), beyond, "{entries}");
    }
    assert!(Setup::read(b"\x05vorbis", 2).is_err());
}
