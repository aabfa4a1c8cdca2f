//! Tests many changes that are made as fast as possible.

use std::fs;

use super::support::{Folder, is_wine};

fn all(names: &[String]) -> impl Iterator<Item = &str> + Clone {
    names.iter().map(String::as_str)
}

#[test]
fn no_file_of_500_new_nested_folders_is_missed() {
    let folder = Folder::new();
    let watched = folder.watch();
    let mut names = Vec::new();
    for group in 0..50 {
        let mut path = format!("group{group}");
        for depth in 0..10 {
            path = format!("{path}/{depth}");
            names.push(format!("{path}/a.png"));
            folder.write(&names[names.len() - 1], "1");
        }
    }
    watched.until(|reported| reported.covers(all(&names)));
    for name in &names {
        folder.write(name, "2");
    }
    watched.until(|reported| reported.covers(all(&names)));
}

#[test]
fn no_file_of_a_folder_chain_made_and_removed_and_made_is_missed() {
    if is_wine() {
        return;
    }
    let folder = Folder::new();
    let watched = folder.watch();
    for round in 0..100 {
        fs::remove_dir_all(folder.path("top")).ok();
        folder.write("top/1/2/3/4/a.png", &round.to_string());
    }
    watched.until(|reported| reported.covers(["top/1/2/3/4/a.png"]));
    watched.until_writing_names(&folder, "top/1/2/3/4/b.png");
}

#[test]
fn no_file_of_10_000_is_missed() {
    let folder = Folder::new();
    let watched = folder.watch();
    let names: Vec<String> = (0..10_000).map(|number| format!("{}/{number}.png", number % 100)).collect();
    for name in &names {
        folder.write(name, "1");
    }
    watched.until(|reported| reported.covers(all(&names)));
}

#[test]
fn no_rename_of_10_000_is_missed() {
    let folder = Folder::new();
    let old: Vec<String> = (0..10_000).map(|number| format!("{number}.png")).collect();
    let new: Vec<String> = (0..10_000).map(|number| format!("{number}.jpg")).collect();
    for name in &old {
        folder.write(name, "1");
    }
    let watched = folder.watch();
    for (old, new) in old.iter().zip(&new) {
        folder.rename(old, new);
    }
    watched.until(|reported| reported.covers(all(&old).chain(all(&new))));
}
