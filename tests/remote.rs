//! Tests builds with a remote cache, and their reports. The server is real.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::casd::Casd;
use crate::support::{Built, Project, clip, files_below};

const SKELETON: &str = "[[bone]]\nname = \"Root\"\n\n[[bone]]\nname = \"B\"\nparent = \"Root\"\n";
const MANIFEST: &str = "[[rule]]\nmatch = \"shared/*.Animation\"\nprocessor = \"sampled-clip\"\n\
                        params = { rate = 4, skeleton = \"rig.skeleton\" }\n";

/// Creates a machine's own folder with some independent clips, some clips that share a skeleton, and an image.
fn machine() -> Project {
    let project = Project::new();
    project.write("rigmill.toml", MANIFEST);
    project.write("rig.skeleton.toml", SKELETON);
    for number in 0..30 {
        let folder = if number < 15 { "alone" } else { "shared" };
        project.write(&format!("{folder}/{number}.Animation"), clip(&[&number.to_string(), "2"]));
    }
    project
}

fn build(project: &Project, url: &str) -> Built {
    project.build_with(&["--remote-cache", url])
}

fn all_fetched(built: &Built) {
    assert_eq!((built.code, built.count("cached"), built.count("fetched")), (0, 31, 31), "{:#?}", built.messages);
}

/// Returns the codes of the diagnostics.
fn codes(built: &Built) -> Vec<&str> {
    built.diagnostics().iter().map(|it| it["code"].as_str().unwrap()).collect()
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn a_second_machine_fetches_what_the_first_one_built() {
    let server = Casd::start();
    let (first, second) = (machine(), machine());
    let built = build(&first, &server.url());
    assert_eq!((built.code, built.count("built"), built.count("fetched")), (0, 31, 0), "{:#?}", built.messages);
    assert!(built.sums()["remote"]["stored"].as_u64().unwrap() >= 31);
    let fetched = build(&second, &server.url());
    all_fetched(&fetched);
    assert_eq!(second.outputs(), first.outputs());
    for (project, from) in [(&first, "built here"), (&second, "remote cache")] {
        let output = project.command("explain").args(["shared/20", "--json"]).output().unwrap();
        let explained: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(explained["origin"], from);
    }
    // A build with nothing to do makes no requests.
    let again = build(&second, &server.url());
    assert_eq!((again.count("fresh"), again.sums()["remote"]["calls"].as_u64()), (31, Some(0)));
    // Fetched results are in the cache of the machine.
    fs::remove_dir_all(second.root().join("build")).unwrap();
    assert_eq!(second.build_with(&["--no-remote"]).count("cached"), 31);
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn a_changed_skeleton_costs_what_depends_on_it() {
    let server = Casd::start();
    build(&machine(), &server.url());
    let second = machine();
    let skeleton = SKELETON.replace("Root", "Other");
    second.write("rig.skeleton.toml", &skeleton);
    let built = build(&second, &server.url());
    assert_eq!((built.count("built"), built.count("cached"), built.count("fetched")), (16, 15, 15));
    // Machines with either skeleton find their results.
    all_fetched(&build(&machine(), &server.url()));
    let other = machine();
    other.write("rig.skeleton.toml", &skeleton);
    all_fetched(&build(&other, &server.url()));
    assert_eq!(other.outputs(), second.outputs());
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn what_two_machines_store_at_once_is_all_found_later() {
    let server = Casd::start();
    let skeletons = ["Root", "One", "Two", "Three"].map(|name| SKELETON.replace("Root", name));
    let machines = skeletons.clone().map(|skeleton| {
        let machine = machine();
        machine.write("rig.skeleton.toml", skeleton);
        machine
    });
    std::thread::scope(|scope| {
        for machine in &machines {
            scope.spawn(|| build(machine, &server.url()));
        }
    });
    for skeleton in skeletons {
        let later = machine();
        later.write("rig.skeleton.toml", skeleton);
        all_fetched(&build(&later, &server.url()));
    }
}

#[test]
fn a_folder_is_a_remote_cache_too() {
    let share = tempfile::tempdir().unwrap();
    let url = share.path().to_str().unwrap();
    let (first, second) = (machine(), machine());
    assert_eq!(build(&first, url).count("built"), 31);
    all_fetched(&build(&second, url));
    assert_eq!(second.outputs(), first.outputs());
    // Any kind of damage causes a rebuild, and is reported once.
    for path in files_below(share.path()) {
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes.iter_mut().skip(middle).take(1).for_each(|byte| *byte ^= 1);
        fs::write(&path, bytes).unwrap();
    }
    let third = machine();
    let built = build(&third, url);
    assert_eq!((built.code, third.outputs()), (0, first.outputs()));
    assert!(codes(&built).contains(&"R0321"), "{:#?}", built.messages);
}

#[test]
fn a_server_that_is_not_there_costs_a_warning() {
    let (project, plain) = (machine(), machine());
    // Nothing listens on port 1.
    let built = build(&project, "grpc://127.0.0.1:1");
    assert_eq!((built.code, built.count("built"), codes(&built)), (0, 31, vec!["R0320"]));
    plain.build();
    assert_eq!(project.outputs(), plain.outputs());
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn a_server_that_stops_or_dies_costs_a_few_seconds() {
    let mut server = Casd::start();
    let expected = machine();
    build(&expected, &server.url());
    for fault in ["STOP", "KILL"] {
        let project = machine();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rigmill"));
        command.args(["build", ".", "-q", "--remote-cache", &server.url(), "--cache-dir", "../cache"]);
        command.current_dir(project.root()).stderr(Stdio::null());
        let begun = Instant::now();
        let mut running = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(15));
        server.signal(fault);
        assert!(running.wait().unwrap().success(), "{fault}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{fault}: {:?}", begun.elapsed());
        assert_eq!(project.outputs(), expected.outputs(), "{fault}");
        server.restart(fault == "KILL");
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn a_project_names_its_cache_and_who_may_write() {
    let server = Casd::start();
    let with = |upload: bool| {
        let project = machine();
        let url = server.url();
        project.write("rigmill.toml", format!("{MANIFEST}[cache.remote]\nurl = \"{url}\"\nupload = {upload}\n"));
        project
    };
    assert_eq!(with(false).build().count("built"), 31);
    assert_eq!(with(false).build().count("built"), 31);
    assert_eq!(with(true).build().count("built"), 31);
    let reader = with(false);
    all_fetched(&reader.build());
    // Results from a project's own server are not stored in the cache of all projects.
    fs::remove_dir_all(reader.root().join("build")).unwrap();
    assert_eq!(reader.build_with(&["--no-remote"]).count("built"), 31);
}

fn failure(project: &Project, arguments: &[&str]) -> String {
    let output = project.command("build").arg(".").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_project_cannot_name_folders_or_read_files_elsewhere() {
    let project = machine();
    let with = |lines: &str| project.write("rigmill.toml", format!("[cache.remote]\n{lines}"));
    with("url = \"/tmp/share\"\n");
    let said = failure(&project, &[]);
    assert!(said.contains("`/tmp/share` is not the address of a server") && said.contains("--remote-cache"), "{said}");
    for path in ["../secret", "/etc/hostname", "nothing"] {
        with(&format!("url = \"grpc://127.0.0.1:1\"\nheaders = \"{path}\"\n"));
        let said = failure(&project, &[]);
        assert!(said.contains(&format!("cannot read {path}")) && said.contains("rigmill.toml:3"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_not_followed_for_headers() {
    let project = machine();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "Authorization: x\n").unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret"), project.root().join("headers")).unwrap();
    project.write("rigmill.toml", "[cache.remote]\nurl = \"grpc://127.0.0.1:1\"\nheaders = \"headers\"\n");
    let said = failure(&project, &[]);
    assert!(said.contains("points outside the project"), "{said}");
}

#[test]
fn bad_addresses_and_headers_are_named_but_no_secret_is_printed() {
    let project = machine();
    for url in ["grpc://", "ftp://host", "grpc://host:port", "http://user:secret@host/", "user:secret@host:80", ""] {
        let said = failure(&project, &["--remote-cache", url]);
        assert!(!said.contains("secret") && !said.contains("panicked"), "{url}: {said}");
    }
    project.write("headers", "Authorization: Bearer s3cret\nbroken s3cret\n");
    project.write("rigmill.toml", "[cache.remote]\nurl = \"grpc://127.0.0.1:1\"\nheaders = \"headers\"\n");
    let said = failure(&project, &[]);
    assert!(
        said.contains("headers\n")
            && said.contains("line 2 is not a header")
            && said.contains("write one header per line")
            && !said.contains("s3cret"),
        "{said}"
    );
}

/// Headers from the environment are only for a cache that the user names. A project must not get them by naming its own server.
#[test]
fn a_project_gets_no_headers_of_the_environment() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let received = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let mut all = Vec::new();
        listener.set_nonblocking(true).unwrap();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(4) {
            if let Ok((mut stream, _)) = listener.accept() {
                stream.set_nonblocking(false).unwrap();
                stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
                let mut bytes = [0; 4096];
                let count = stream.read(&mut bytes).unwrap_or(0);
                all.extend_from_slice(&bytes[..count]);
                let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        String::from_utf8_lossy(&all).into_owned()
    });
    let project = machine();
    project.write("rigmill.toml", format!("[cache.remote]\nurl = \"http://127.0.0.1:{port}/\"\nupload = false\n"));
    let mut command = project.command("build");
    command.args([".", "-q"]).env("RIGMILL_REMOTE_HEADERS", "X-Secret: s3cret").assert().success();
    let received = received.join().unwrap();
    assert!(received.contains("GET /ac/"), "{received}");
    assert!(!received.contains("s3cret"), "{received}");
}

/// The folder may belong to another program with the same layout, so nothing but `ac` and `cas` is created in it.
#[test]
fn nothing_but_entries_is_left_in_a_folder() {
    let share = tempfile::tempdir().unwrap();
    build(&machine(), share.path().to_str().unwrap());
    let relative = |path: &Path| path.strip_prefix(share.path()).unwrap().to_str().unwrap().to_owned();
    for path in files_below(share.path()) {
        let name = relative(&path);
        let parts: Vec<&str> = name.split('/').collect();
        assert!(
            matches!(parts[..], ["ac" | "cas", folder, file] if file.len() == 64 && file.starts_with(folder)),
            "{name}"
        );
    }
}

/// Builds a project with these lines in its manifest, and returns what the build prints to standard error.
fn said(manifest: &str, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let project = Project::new();
    project.write("a.Animation", clip(&["1", "2"]));
    project.write("rigmill.toml", manifest);
    let output = project.command("build").arg(".").args(arguments).envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_invalid_setting_is_reported_at_its_place() {
    let cases = [
        ("[cache.remote]\nurl = \"grpc://\"\n", &[][..], &[][..], &["rigmill.toml:2:", "`grpc://`"][..]),
        ("[execution.remote]\nurl = \"http://build/\"\n", &[], &[], &["rigmill.toml:2:", "grpc://HOST:PORT"]),
        ("", &["--remote-cache", "http:/cache/a"], &[], &["--remote-cache `http:/cache/a`", "two slashes"]),
        ("", &[], &[("RIGMILL_REMOTE_EXEC", "ftp://build")], &["RIGMILL_REMOTE_EXEC `ftp://build`", "known schemes"]),
        ("", &["--remote-platform", "os=linux"], &[], &["--remote-platform has no effect without a server"]),
        (
            "",
            &["--remote-cache", "grpcs://cache"],
            &[("RIGMILL_REMOTE_CLIENT_KEY", "rigmill.toml")],
            &["RIGMILL_REMOTE_CLIENT_CERTIFICATE: ", "only the key is set"],
        ),
        (
            "",
            &["--remote-cache", "grpcs://cache"],
            &[("RIGMILL_REMOTE_CLIENT_KEY", "none.pem")],
            &["RIGMILL_REMOTE_CLIENT_KEY: cannot read none.pem"],
        ),
        (
            "[cache.remote]\nurl = \"https://cache\"\ncertificate_authority = \"a.Animation\"\n",
            &[],
            &[],
            &["rigmill.toml:3:", "`certificate_authority`", "PEM file"],
        ),
    ];
    for (manifest, arguments, variables, expected) in cases {
        let said = said(manifest, arguments, variables);
        assert!(expected.iter().all(|part| said.contains(part)), "{expected:?}: {said}");
    }
    let said = said("[cache.remote]\nurl = \"https://anna:s3cret@cache\"\n", &[], &[]);
    assert!(said.contains("line 2") && !said.contains("s3cret"), "{said}");
}

#[test]
fn settings_without_effect_are_reported() {
    let nowhere = "url = \"grpc://127.0.0.1:1\"\n";
    for (manifest, expected) in [
        (
            format!("[cache.remote]\n{nowhere}certificate_authority = \"a.Animation\"\n"),
            "`certificate_authority` has no effect, because connections to grpc://127.0.0.1:1 are not encrypted",
        ),
        ("[cache.remote]\nheaders = \"secret\"\n".to_owned(), "`headers` under [cache.remote] has no effect"),
        (
            "[execution.remote]\nplatform = { os = \"linux\" }\n".to_owned(),
            "`platform` under [execution.remote] has no effect",
        ),
    ] {
        let said = said(&manifest, &[], &[]);
        assert!(said.contains("warning") && said.contains(expected), "{said}");
    }
    for manifest in ["[cache.remote]\nupload = false\n", "[execution.remote]\njobs = 4\n"] {
        assert!(!said(manifest, &[], &[]).contains("warning"), "{manifest}");
    }
}

#[test]
fn a_folder_that_does_not_exist_is_reported() {
    let said = said("", &["--remote-cache", "cache.studio.lan"], &[]);
    assert!(said.contains("cache.studio.lan is not used: there is no such folder"), "{said}");
    assert!(said.contains("create the folder") && said.contains("grpc://HOST:PORT"), "{said}");
}
