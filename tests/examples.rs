//! Tests the runtime's examples with the sample game.

use std::error::Error;

use rigmill_runtime::Content;
use rigmill_runtime::blocks::{SimdLevel, set_simd_level};

use crate::sample_game::built;
use crate::support::repository;

/// Defines the modules of the examples, and a list of functions that run them.
macro_rules! examples {
    ($($name:ident from $path:literal),+ $(,)?) => {
        $(#[path = $path]
        #[allow(dead_code, reason = "its main function is not called here")]
        mod $name;)+

        type Run = fn(&Content) -> Result<String, Box<dyn Error>>;
        const ALL: &[(&str, Run)] = &[$((stringify!($name), $name::run)),+];
    };
}

examples! {
    crowd from "../runtime/examples/crowd.rs",
    player from "../runtime/examples/player.rs",
    layers from "../runtime/examples/layers.rs",
    root_motion from "../runtime/examples/root_motion.rs",
    events from "../runtime/examples/events.rs",
    ik from "../runtime/examples/ik.rs",
    state_machine from "../runtime/examples/state_machine.rs",
    robot from "../runtime/examples/robot.rs",
}

#[test]
fn every_example_runs_on_the_sample_game_with_the_same_result_at_every_simd_level() {
    let project = built();
    for (name, run) in ALL {
        let reports = SimdLevel::ALL.map(|level| {
            set_simd_level(level);
            run(&Content::open(project.native()).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        println!("{name}\n{}", reports[0]);
        assert!(reports.iter().all(|report| *report == reports[0]), "{name}: {reports:?}");
    }
    set_simd_level(SimdLevel::detected());
}

#[test]
fn the_robot_strolls_steps_shoots_and_looks() {
    let project = built();
    let report = robot::run(&Content::open(project.native()).unwrap()).unwrap();
    let lines = |what: &str| report.lines().filter(|line| line.contains(what)).count();
    // Three seconds of a stride of 32 frames at 30 frames per second, beginning with the first step.
    assert_eq!((lines("left foot"), lines("right foot"), lines("a shot")), (3, 3, 1), "{report}");
    assert_eq!(lines("looks at the target: true"), 4, "{report}");
    let places: Vec<Vec<f64>> = report
        .lines()
        .filter_map(|line| line.split_once(": at ")?.1.split_once(" m, "))
        .map(|(numbers, _)| numbers.split(' ').map(|number| number.parse().unwrap()).collect())
        .collect();
    let ahead: Vec<f64> = places.iter().map(|place| -place[2]).collect();
    // The character stands, walks straight ahead, turns left while walking, and stands again.
    assert!(ahead[0].abs() < 1e-3 && ahead[1] > 1.0 && ahead[2] > ahead[1] + 0.5, "{report}");
    assert!(places[1][0].abs() < 0.05 && places[2][0] < -0.2, "{report}");
}

#[test]
fn the_guide_shows_lines_of_the_examples() {
    let guide = std::fs::read_to_string(repository().join("docs/guide/characters.md")).unwrap();
    let trimmed = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let mut blocks = 0;
    for block in guide.split("<!-- ").skip(1) {
        let (name, rest) = block.split_once(" -->\n```rust\n").unwrap();
        let (code, _) = rest.split_once("\n```").unwrap();
        let example = std::fs::read_to_string(repository().join(format!("runtime/examples/{name}.rs"))).unwrap();
        assert!(trimmed(&example).contains(&trimmed(code)), "{name}:\n{code}");
        blocks += 1;
    }
    assert_eq!(blocks, guide.matches("```rust").count());
    // The action set in the guide is a part of the one that the examples play.
    let (_, set) = guide.split_once("```toml\n").unwrap();
    let (set, _) = set.split_once("```").unwrap();
    let actions = std::fs::read_to_string(repository().join("content/Hero/Grund.actions.toml")).unwrap();
    let lines =
        |text: &str| text.lines().map(|line| line.split('#').next().unwrap().trim().to_owned()).collect::<Vec<_>>();
    let known = lines(&actions);
    assert!(lines(set).iter().all(|line| known.contains(line)), "{set}");
}
