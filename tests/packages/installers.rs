//! Tests the installers with archives in the form of a release, from a server on this machine.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::thread;

use tempfile::TempDir;

use super::read;
use crate::support::repository;

/// A program that prints how it was called, and fails if requested.
const PROGRAM: &str = "#!/bin/sh\necho \"rigmill 0.2.0\"\necho \"$@\"\n[ \"$1\" != fail ] || exit 3\n";

/// A server on this machine that serves files by path.
struct Releases {
    address: String,
    files: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
}

impl Releases {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let files = Arc::<Mutex<BTreeMap<String, Vec<u8>>>>::default();
        let served = Arc::clone(&files);
        // The thread ends with the tests.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let _ = answer(stream.unwrap(), &served);
            }
        });
        Self { address, files }
    }

    /// Adds an archive and its checksum, as the latest release and as the release of a version.
    fn add(&self, archive: &str, bytes: &[u8], checksum: &[u8]) {
        let mut files = self.files.lock().unwrap();
        for folder in ["/latest/download", "/download/v0.2.0"] {
            files.insert(format!("{folder}/{archive}"), bytes.to_vec());
            files.insert(format!("{folder}/{archive}.sha256"), checksum.to_vec());
        }
    }

    /// Starts the server with the archive of [`PROGRAM`] for this machine.
    fn with_archive() -> Self {
        let (releases, folder) = (Self::start(), tempfile::tempdir().unwrap());
        make_archive(folder.path());
        let name = archive();
        let [bytes, checksum] =
            ["", ".sha256"].map(|end| fs::read(folder.path().join(format!("{name}{end}"))).unwrap());
        releases.add(&name, &bytes, &checksum);
        releases
    }

    /// Returns the checksum of the archive. An archive contains times, so a second one of the same program has another checksum.
    fn checksum(&self) -> Vec<u8> {
        self.files.lock().unwrap()[&format!("/latest/download/{}.sha256", archive())].clone()
    }

    /// Changes a byte of the archive, but not of its checksum.
    fn damage(&self) {
        for (path, bytes) in self.files.lock().unwrap().iter_mut() {
            if !path.ends_with(".sha256") {
                *bytes.last_mut().unwrap() ^= 1;
            }
        }
    }
}

fn answer(mut stream: TcpStream, files: &Mutex<BTreeMap<String, Vec<u8>>>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let found = files.lock().unwrap().get(path).cloned();
    let status = if found.is_some() { "200 OK" } else { "404 Not Found" };
    let body = found.unwrap_or_default();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
    stream.write_all(&body)
}

/// Returns the target name of this machine.
fn target() -> String {
    let system = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
    format!("{}-{system}", std::env::consts::ARCH)
}

fn archive() -> String {
    format!("rigmill-{}.tar.gz", target())
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = [&output.stdout[..], &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{command:?}: {said:?}");
    said[0].clone()
}

fn write_program(path: &Path) {
    fs::write(path, PROGRAM).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Creates the archive of [`PROGRAM`] and its checksum in a folder.
fn make_archive(folder: &Path) {
    let program = folder.join("rigmill");
    write_program(&program);
    let mut command = Command::new("bash");
    command.arg(repository().join("packaging/archive.sh")).arg(target()).arg(&program).arg(folder);
    succeed(&mut command);
}

/// Returns a command that runs `install.sh` with a separate home folder.
fn install(releases: &Releases, home: &TempDir) -> Command {
    let mut command = Command::new("sh");
    command.arg(repository().join("packaging/install.sh")).env("RIGMILL_RELEASES", &releases.address);
    command.env("HOME", home.path()).env_remove("RIGMILL_VERSION").env_remove("RIGMILL_INSTALL_DIR");
    command
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_script_installs_the_latest_version_for_the_user() {
    let (releases, home) = (Releases::with_archive(), tempfile::tempdir().unwrap());
    let said = succeed(&mut install(&releases, &home));
    let program = home.path().join(".local/bin/rigmill");
    assert!(said.contains("installed rigmill 0.2.0") && said.contains("add "), "{said}");
    assert_eq!(succeed(Command::new(&program).arg("build")), "rigmill 0.2.0\nbuild\n");
    // Installs again, over the existing program.
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", program.parent().unwrap().display());
    let said = succeed(install(&releases, &home).env("PATH", path));
    assert!(!said.contains("add "), "{said}");
    assert_eq!(fs::read_dir(program.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn the_script_installs_a_version_into_a_folder() {
    let (releases, home) = (Releases::with_archive(), tempfile::tempdir().unwrap());
    releases.files.lock().unwrap().retain(|path, _| path.starts_with("/download/v0.2.0/"));
    let folder = home.path().join("my tools");
    for version in ["0.2.0", "v0.2.0"] {
        succeed(install(&releases, &home).args(["--version", version, "--to"]).arg(&folder));
        assert_eq!(succeed(&mut Command::new(folder.join("rigmill"))), "rigmill 0.2.0\n\n");
    }
    let said = error(&install(&releases, &home).args(["--version", "9.9.9"]).output().unwrap());
    assert!(said.contains("error: cannot download") && said.contains("/download/v9.9.9/"), "{said}");
    let said = error(&install(&releases, &home).args(["--frob", "1"]).output().unwrap());
    assert!(said.contains("unknown option --frob; known: --version, --to"), "{said}");
}

#[test]
fn a_damaged_archive_is_not_installed() {
    let (releases, home) = (Releases::with_archive(), tempfile::tempdir().unwrap());
    succeed(&mut install(&releases, &home));
    let program = home.path().join(".local/bin/rigmill");
    fs::write(&program, "the one from before").unwrap();
    releases.damage();
    let said = error(&install(&releases, &home).output().unwrap());
    assert!(said.contains("is damaged: its SHA-256 is"), "{said}");
    assert_eq!(fs::read_to_string(program).unwrap(), "the one from before");
}

#[test]
fn a_script_that_was_cut_short_does_nothing() {
    let (releases, home) = (Releases::with_archive(), tempfile::tempdir().unwrap());
    let script = read("packaging/install.sh");
    let start_of_call = script.rfind("\nmain ").unwrap();
    let path = home.path().join("cut.sh");
    for cut in (0..start_of_call).step_by(97).chain([start_of_call]) {
        fs::write(&path, &script[..cut]).unwrap();
        let mut command = Command::new("sh");
        command.arg(&path).env("HOME", home.path()).env("RIGMILL_RELEASES", &releases.address).output().unwrap();
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "{cut}");
    }
    fs::write(&path, &script).unwrap();
    succeed(Command::new("sh").arg(&path).env("HOME", home.path()).env("RIGMILL_RELEASES", &releases.address));
}

/// Creates the npm package in the form of a release, for the archive of these releases.
fn npm_package(folder: &Path, releases: &Releases) -> String {
    for file in fs::read_dir(repository().join("packaging/npm")).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    let sums = folder.join("SHA256SUMS");
    fs::write(&sums, releases.checksum()).unwrap();
    succeed(Command::new("node").arg("pin.js").arg(&sums).current_dir(folder));
    succeed(Command::new("npm").args(["pack", "--silent"]).current_dir(folder)).trim().to_owned()
}

fn npm_install(package: &Path, into: &Path, releases: &Releases, more: &[&str]) -> Output {
    let mut command = Command::new("npm");
    command.args(["install", "--offline", "--no-audit", "--no-fund", "--foreground-scripts"]).args(more).arg(package);
    command.current_dir(into).env("RIGMILL_RELEASES", &releases.address).output().unwrap()
}

#[test]
#[cfg_attr(not(npm), ignore = "needs node and npm")]
fn the_npm_package_installs_and_runs_the_program() {
    let (releases, folder, project) =
        (Releases::with_archive(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let package = folder.path().join(npm_package(folder.path(), &releases));
    let program = project.path().join("node_modules/.bin/rigmill");
    for more in [&[][..], &["--ignore-scripts"]] {
        fs::write(project.path().join("package.json"), "{}").unwrap();
        let output = npm_install(&package, project.path(), &releases, more);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Without install scripts, the program is downloaded at the first call.
        let mut command = Command::new(&program);
        command.env("RIGMILL_RELEASES", &releases.address);
        assert_eq!(succeed(command.args(["build", "a b"])), "rigmill 0.2.0\nbuild a b\n");
        assert_eq!(Command::new(&program).arg("fail").output().unwrap().status.code(), Some(3));
        fs::remove_dir_all(project.path().join("node_modules")).unwrap();
    }
    releases.damage();
    let output = npm_install(&package, project.path(), &releases, &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("is damaged: its SHA-256 is"), "{said}");
    assert!(!project.path().join("node_modules/rigmill/bin").exists());
}

#[test]
#[cfg_attr(not(all(node, python3)), ignore = "needs node and python3")]
fn the_npm_package_reads_archives_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let make = "import io, sys, tarfile, zipfile\n\
        data = bytes(range(256)) * 300\n\
        deep = 'a' * 90 + '/' + 'b' * 90 + '/rigmill'\n\
        with zipfile.ZipFile('packed.zip', 'w') as z:\n\
        \x20   z.writestr('x/README.md', 'hello')\n\
        \x20   z.writestr('x/stored', data)\n\
        \x20   z.writestr('x/rigmill.exe', data, zipfile.ZIP_DEFLATED)\n\
        for name, form in [('ustar', tarfile.USTAR_FORMAT), ('gnu', tarfile.GNU_FORMAT)]:\n\
        \x20   with tarfile.open(name + '.tar.gz', 'w:gz', format=form) as t:\n\
        \x20       for path in ['./x/README.md', 'x/rigmill', deep if name == 'ustar' else 'x/last']:\n\
        \x20           entry = tarfile.TarInfo(path); entry.size = len(data); t.addfile(entry, io.BytesIO(data))\n";
    succeed(Command::new("python3").args(["-c", make]).current_dir(folder.path()));
    let deep = format!("{}/{}/rigmill", "a".repeat(90), "b".repeat(90));
    let check = format!(
        "const fs = require('fs'), {{ fileOf }} = require({:?});\n\
         const data = Buffer.from(Array.from({{ length: 76800 }}, (_, at) => at % 256));\n\
         const read = (archive, path) => fileOf(archive, fs.readFileSync(archive), path);\n\
         const same = (archive, path) => {{ if (!read(archive, path).equals(data)) throw new Error(archive + path); }};\n\
         same('packed.zip', 'x/stored'); same('packed.zip', 'x/rigmill.exe');\n\
         same('ustar.tar.gz', 'x/README.md'); same('ustar.tar.gz', 'x/rigmill'); same('ustar.tar.gz', {deep:?});\n\
         same('gnu.tar.gz', 'x/last');\n\
         for (const archive of ['packed.zip', 'gnu.tar.gz']) {{\n\
           try {{ read(archive, 'x/none'); }} catch (error) {{ console.log(error.message); }}\n\
         }}",
        repository().join("packaging/npm/archive.js")
    );
    let said = succeed(Command::new("node").args(["-e", &check]).current_dir(folder.path()));
    assert_eq!(said, "packed.zip has no x/none\ngnu.tar.gz has no x/none\n");
}

#[test]
#[cfg_attr(not(all(pip, target_os = "linux")), ignore = "needs Linux, and python3 with pip")]
fn the_wheel_installs_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("rigmill");
    write_program(&program);
    let make = |out: &str| {
        let mut command = Command::new("python3");
        command.arg(repository().join("packaging/pypi/make_wheel.py")).args(["0.2.0", &target()]);
        succeed(command.arg(&program).arg(folder.path().join(out))).trim().to_owned()
    };
    let wheel = make("one");
    assert_eq!(fs::read(&wheel).unwrap(), fs::read(make("two")).unwrap());
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--no-index", "--no-deps", "--quiet", "--target"]);
    succeed(pip.arg(folder.path().join("site")).arg(&wheel));
    assert_eq!(succeed(Command::new(folder.path().join("site/bin/rigmill")).arg("list")), "rigmill 0.2.0\nlist\n");
}
