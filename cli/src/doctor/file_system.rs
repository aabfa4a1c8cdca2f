//! Checks file systems: their type, file events, and case sensitivity.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use rigmill_disk::real_path;
use rigmill_graph::Project;

use super::finding::Finding;

/// File systems that do not reliably report changes made by other machines.
const REMOTE: [&str; 22] = [
    "9p",
    "afs",
    "afpfs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "drvfs",
    "fuse.glusterfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.sshfs",
    "gpfs",
    "lustre",
    "nfs",
    "nfs4",
    "orangefs",
    "prl_fs",
    "smb3",
    "smbfs",
    "vboxsf",
    "virtiofs",
];

pub(super) fn is_remote(kind: &str) -> bool {
    REMOTE.contains(&kind)
}

/// Returns the type of a folder's file system; `None` if the system does not report it.
pub(super) fn kind_of(folder: &Path) -> Option<String> {
    let folder = real_path(folder).ok()?;
    let mounts = fs::read("/proc/self/mountinfo").ok()?;
    kind_in(&String::from_utf8_lossy(&mounts), &folder)
}

/// Finds a folder in Linux's list of mounts: the longest mount point that contains it, and the last one if several are equal.
fn kind_in(mounts: &str, folder: &Path) -> Option<String> {
    let mount = |line: &str| {
        let (before, after) = line.split_once(" - ")?;
        let point = unescape(before.split(' ').nth(4)?);
        let kind = after.split(' ').next()?.to_owned();
        folder.starts_with(&point).then_some((point.len(), kind))
    };
    mounts.lines().filter_map(mount).max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

/// Decodes a path from mountinfo, in which characters such as spaces are written as `\040`.
fn unescape(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(letter) => {
                plain.push(char::from(letter));
                plain += &part[3..];
            }
            None => {
                plain.push('\\');
                plain += part;
            }
        }
    }
    plain
}

/// Checks whether file events report changes to the sources.
pub(super) fn sources(project: &Project) -> Finding {
    let root = project.root().display();
    match kind_of(project.root()) {
        Some(kind) if is_remote(&kind) => Finding::warning(
            "sources",
            format!("{root} is on {kind}, a file system that does not report every change"),
            "use `rigmill watch --poll`, because polling does not need file events",
        ),
        Some(kind) => Finding::ok("sources", format!("{root} is on {kind}")),
        None => Finding::ok("sources", root.to_string()),
    }
}

/// Checks whether names that differ only in case are the same file. Examines an existing name, and creates no files.
pub(super) fn letter_case(project: &Project) -> Finding {
    let entries = fs::read_dir(project.root()).into_iter().flatten().flatten();
    let other_case = entries.into_iter().find_map(|entry| {
        let flipped = flip(&entry.file_name())?;
        Some((entry.path(), project.root().join(flipped)))
    });
    let Some((path, flipped)) = other_case else {
        return Finding::ok("letter case", "there is no file name to test");
    };
    if fs::symlink_metadata(&flipped).is_ok() && !listed(project.root(), &flipped) {
        Finding::warning(
            "letter case",
            format!("{} and {} are the same file on this machine", path.display(), flipped.display()),
            "in sources, write file names with their exact capitalization, so that other machines also find the files",
        )
    } else {
        Finding::ok("letter case", "names that differ only in capitalization are different files")
    }
}

/// Swaps upper and lower case in a name. Returns `None` for a name without letters.
fn flip(name: &OsStr) -> Option<String> {
    let name = name.to_str()?;
    let flip = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let flipped: String = name.chars().map(flip).collect();
    (flipped != name).then_some(flipped)
}

/// Whether there is a file with exactly this name.
fn listed(folder: &Path, path: &Path) -> bool {
    let mut names = fs::read_dir(folder).into_iter().flatten().flatten();
    names.any(|entry| Some(entry.file_name().as_os_str()) == path.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_mount_point_above_a_folder_counts() {
        let mounts = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
                      30 22 0:40 / /home/a\\040b rw - nfs4 server:/export rw\n\
                      31 22 0:41 / /home rw - btrfs /dev/sdb rw\n\
                      32 22 0:42 / /home rw - xfs /dev/sdc rw\n";
        let kind = |folder: &str| kind_in(mounts, Path::new(folder)).unwrap();
        assert_eq!(kind("/srv/game"), "ext4");
        assert_eq!(kind("/home/a b/game"), "nfs4");
        assert_eq!(kind("/home/anna"), "xfs", "the later mount hides the earlier one");
        assert_eq!(kind("/homes"), "ext4");
        assert_eq!(kind_in("nonsense\n1 2 - x\n", Path::new("/")), None);
    }

    #[test]
    fn capitals_are_exchanged() {
        assert_eq!(flip(OsStr::new("Run.toml")), Some("rUN.TOML".to_owned()));
        assert_eq!(flip(OsStr::new("1.2")), None);
    }
}
