//! Tests that the reader reads files to their last byte, so that its acceptance of complete files means something.

use std::fs;

use super::models::DOOR;
use super::textures::OPAQUE;
use super::{built, read};
use crate::curves::streams;
use crate::support::{Project, clip};

/// The cube map of the sample game.
const SKY: &[u8] = include_bytes!("../../content/Models/Levels/Yard_Sky.dds");

/// Writes the size of a file to its header.
fn sized(mut file: Vec<u8>) -> Vec<u8> {
    let size = u32::try_from(file.len()).unwrap();
    file[6..10].copy_from_slice(&size.to_le_bytes());
    file
}

fn shorter(file: &[u8]) -> Vec<u8> {
    sized(file[..file.len() - 1].to_vec())
}

fn longer(file: &[u8]) -> Vec<u8> {
    sized([file, &[0]].concat())
}

fn of_another_size(file: &[u8]) -> Vec<u8> {
    [file, &[0]].concat()
}

/// Sets the number of type readers to zero, so that their names are treated as content.
fn without_readers(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    file[10] = 0;
    file
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn the_other_reader_refuses_what_is_too_short_too_long_or_something_else() {
    let project = Project::new();
    project.write("Clip.Animation", clip(&["1", "2"]));
    project.write("Wave.txt", streams().0);
    project.write("WaveIndex.txt", streams().1);
    project.write("Door.fbx", DOOR);
    project.write("Paint.png", OPAQUE.png());
    project.write("Sky.dds", SKY);
    project.write("Toon.fxo", [0x01, 0x09, 0xff, 0xfe, 7]);
    let assets = ["Clip", "Wave", "Door", "Paint", "Sky", "Toon"];
    built(&project, &assets);
    let mut files = Vec::new();
    for asset in assets {
        let file = project.read(&format!("build/xna/{asset}.xnb"));
        for (number, damage) in [shorter, longer, of_another_size, without_readers].iter().enumerate() {
            let path = project.root().join(format!("{asset}{number}.xnb"));
            fs::write(&path, damage(&file)).unwrap();
            files.push(path);
        }
    }
    for (line, file) in read(&files).iter().zip(&files) {
        assert!(line["refused"].is_string(), "{}: {line}", file.display());
    }
}
