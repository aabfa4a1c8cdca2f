//! Tests builds with a remote cache whose server fails in every way in which a server or a network can fail.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rigmill_test_random::Random;

use crate::support::casd::Casd;
use crate::support::proxy::{Fault, Proxy};
use crate::support::{Project, clip, torture};

/// The maximum additional time of a build compared to a build without a remote cache, whatever the server does.
const MOST: Duration = Duration::from_secs(5);

/// Additional time for a machine that is busy with other tests.
const SLACK: Duration = Duration::from_secs(15);

fn machine(clips: usize) -> Project {
    let project = Project::in_memory();
    for number in 0..clips {
        project.write(&format!("{number}.Animation"), clip(&[&number.to_string(), "2"]));
    }
    project
}

/// Builds in a separate process. Returns the time, and what it printed on standard error.
fn build(project: &Project, url: &str) -> (Duration, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["build", ".", "--remote-cache", url, "--cache-dir", "../cache"]).current_dir(project.root());
    let begun = Instant::now();
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    (begun.elapsed(), said)
}

fn any_fault(random: &mut Random) -> Fault {
    let at = [0, 100, 1_000, 20_000, 200_000][random.below(5)] + random.below(500) as u64;
    match random.below(8) {
        0 => Fault::Refuse,
        1 => Fault::Silence,
        2 => Fault::Cut(at),
        3 => Fault::Flip(20 + at),
        4 => Fault::Skip(at),
        5 => Fault::Endless(at),
        6 => Fault::Trickle(at),
        _ => Fault::None,
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD, the program buildbox-casd")]
fn whatever_the_server_does_each_build_is_right_and_hardly_longer() {
    const CLIPS: usize = 150;
    let mut server = Casd::start();
    let expected = machine(CLIPS);
    let (alone, _) = build(&expected, &server.url());
    let expected = expected.outputs();
    let mut worst = Duration::ZERO;
    for run in 0..torture(16, 200) {
        let random = &mut Random::new(run as u64);
        let proxy = Proxy::new(server.url().trim_start_matches("grpc://"));
        proxy.set(if random.once_in(3) { Fault::None } else { any_fault(random) });
        let project = machine(CLIPS);
        // Half of the builds find everything, and the others upload.
        if random.once_in(2) {
            project.write("0.Animation", clip(&[&run.to_string(), "7", "8"]));
            project.write("rigmill.toml", format!("[[rule]]\nmatch = \"**\"\n# {run}\n"));
            server.restart(true);
        }
        let later = any_fault(random);
        let (pause, on_server) = (random.below(300) as u64, random.below(6));
        let (time, said) = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(pause));
                match on_server {
                    0 => server.kill(),
                    1 => server.signal("STOP"),
                    2 => proxy.set(later),
                    _ => {}
                }
            });
            build(&project, &proxy.url())
        });
        worst = worst.max(time);
        assert!(time < alone + MOST + SLACK, "run {run}: {time:?}, alone {alone:?}\n{said}");
        let mut outputs = project.outputs();
        let mut expected = expected.clone();
        assert_eq!(outputs.remove("0.rmb").is_some(), expected.remove("0.rmb").is_some());
        assert!(outputs == expected, "run {run}\n{said}");
        assert!(!said.contains("panicked"), "run {run}\n{said}");
        assert!(said.matches("warning").count() <= 4, "run {run}\n{said}");
        if on_server < 2 {
            let empty = random.once_in(2);
            server.restart(empty);
        }
        let _ = fs::remove_dir_all(project.root());
    }
    println!("alone {alone:?}, the longest {worst:?}");
}
