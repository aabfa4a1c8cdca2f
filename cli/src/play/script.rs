//! The play script: one command per line, fields separated by one TAB, since bone names contain spaces.

use std::collections::BTreeMap;
use std::str::FromStr;

use rigmill_pipeline::nearest;
use rigmill_runtime::{PlayMode, PlayOptions};

use super::problem::{Problem, at};
use super::times::Times;
use crate::output::names::alternatives;

/// How each command is written. Between fields is one TAB.
const FORMS: [&str; 24] = [
    "clip NAME PATH",
    "curve NAME PATH",
    "sampled NAME PATH",
    "compressed NAME PATH SKELETON",
    "bones CLIP...",
    "only BONE...",
    "play NAME start blend scale Once|Repeat",
    "step N dt [every]",
    "skeleton PATH",
    "layer breath PATH",
    "layer spring PATH",
    "getmatrix CLIP i",
    "sample CLIP Once|Repeat t0 d n",
    "motion NAME PATH",
    "sound NAME PATH",
    "delta NAME t0 t1",
    "delta NAME t0 t1 fixed",
    "font NAME PATH",
    "text FONT TEXT",
    "actions FOLDER NAME",
    "model NAME",
    "act LAYER ACTION",
    "stop LAYER t",
    "weight LAYER w",
];

/// The most updates in a `step`: a day at 1000 Hz.
const MAX_STEPS: u32 = 86_400_000;

/// The commands with their line numbers, from 1.
pub(crate) struct Script {
    pub(crate) commands: Vec<(u32, Command)>,
}

/// One command.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Clip { name: String, path: String },
    Curve { name: String, path: String },
    Sampled { name: String, path: String },
    Compressed { name: String, path: String, skeleton: String },
    Bones { clips: Vec<String> },
    Only { bones: Vec<String> },
    Play { clip: String, options: PlayOptions },
    Step { count: u32, dt: f32, every: u32 },
    Skeleton { path: String },
    Layer { kind: LayerKind, path: String },
    GetMatrix { clip: String, sequence: usize },
    Motion { name: String, path: String },
    Sound { name: String, path: String },
    Font { name: String, path: String },
    Text { font: String, text: String },
    Delta { motion: String, from: f64, to: f64, fixed: bool },
    Sample { clip: String, times: Times },
    Actions { folder: String, name: String },
    Model { name: String },
    Act { layer: String, action: String },
    Stop { layer: String, seconds: f32 },
    Weight { layer: String, weight: f32 },
}

/// The kind of a pose layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LayerKind {
    Breath,
    Spring,
}

/// An error in a line of a script.
#[derive(Debug, PartialEq)]
pub(crate) struct ScriptError {
    /// From 1.
    pub(crate) line: u32,
    /// From 1.
    pub(crate) column: u32,
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Script {
    /// Parses a script.
    pub(crate) fn parse(text: &str) -> Result<Self, ScriptError> {
        let (mut commands, mut names) = (Vec::new(), Names::default());
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = text.split('\t').collect();
            let error = |Problem { message, help, field }| {
                let help = help.unwrap_or_else(|| help_for(fields[0]));
                ScriptError { line, column: column(text, field), message, help }
            };
            let read = command(&fields).and_then(|command| names.add(line, &fields).map(|()| command));
            commands.push((line, read.map_err(error)?));
        }
        Ok(Self { commands })
    }
}

/// The names of what a script loads, each with its line.
#[derive(Default)]
struct Names(BTreeMap<(&'static str, String), u32>);

impl Names {
    /// Adds the name that a command gives. Clips of all types share their names.
    fn add(&mut self, line: u32, fields: &[&str]) -> Result<(), Problem> {
        let (what, name) = match *fields {
            ["clip" | "curve" | "sampled" | "compressed", name, ..] => ("clip", name),
            ["motion", name, ..] => ("motion", name),
            ["font", name, ..] => ("font", name),
            _ => return Ok(()),
        };
        match self.0.insert((what, name.to_owned()), line) {
            None => Ok(()),
            Some(first) => {
                let problem = Problem::from(format!("line {first} already loads a {what} with the name `{name}`"));
                Err(at(1)(problem.help("choose a different name")))
            }
        }
    }
}

/// The column of a field in a line of a script, from 1.
pub(super) fn column(line: &str, field: usize) -> u32 {
    let before: usize = line.split('\t').take(field).map(|field| field.chars().count() + 1).sum();
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

/// How to write a command, or which commands there are.
fn help_for(command: &str) -> String {
    let forms = |name: &str| FORMS.into_iter().filter(|form| name_of(form) == name).collect::<Vec<_>>();
    // Without a TAB, the whole line is taken for a command.
    let meant = Some(name_of(command)).filter(|&name| !forms(name).is_empty());
    match meant.or_else(|| nearest(command, FORMS.into_iter().map(name_of))) {
        Some(name) => {
            let forms: Vec<String> = forms(name).iter().map(|form| format!("`{form}`")).collect();
            format!("write {}, with one TAB between the fields", alternatives(&forms))
        }
        None => {
            let mut names: Vec<&str> = FORMS.into_iter().map(name_of).collect();
            names.dedup();
            format!("use one of the commands {}; separate the fields by one TAB", names.join(", "))
        }
    }
}

/// The first word of a command.
fn name_of(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

fn command(fields: &[&str]) -> Result<Command, Problem> {
    let texts = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect();
    Ok(match *fields {
        ["clip", name, path] => Command::Clip { name: name.to_owned(), path: path.to_owned() },
        ["curve", name, path] => Command::Curve { name: name.to_owned(), path: path.to_owned() },
        ["sampled", name, path] => Command::Sampled { name: name.to_owned(), path: path.to_owned() },
        ["compressed", name, path, skeleton] => {
            Command::Compressed { name: name.to_owned(), path: path.to_owned(), skeleton: skeleton.to_owned() }
        }
        ["bones", _, ..] => Command::Bones { clips: texts(&fields[1..]) },
        ["only", ..] => Command::Only { bones: texts(&fields[1..]) },
        ["play", clip, _, _, _, _] => {
            let [start_time, blend_time, time_scale] =
                [read(fields, 2, number)?, read(fields, 3, number)?, read(fields, 4, number)?];
            let options = PlayOptions { start_time, blend_time, time_scale, mode: read(fields, 5, play_mode)? };
            Command::Play { clip: clip.to_owned(), options }
        }
        ["step", _, _] => Command::Step { count: read(fields, 1, steps)?, dt: read(fields, 2, seconds)?, every: 1 },
        ["step", _, _, _] => {
            let (count, dt) = (read(fields, 1, steps)?, read(fields, 2, seconds)?);
            Command::Step { count, dt, every: read(fields, 3, every)? }
        }
        ["skeleton", path] => Command::Skeleton { path: path.to_owned() },
        ["layer", _, path] => Command::Layer { kind: read(fields, 1, layer_kind)?, path: path.to_owned() },
        ["getmatrix", clip, _] => Command::GetMatrix { clip: clip.to_owned(), sequence: read(fields, 2, whole)? },
        ["sample", clip, _, _, _, _] => {
            let (mode, count) = (read(fields, 2, play_mode)?, read(fields, 5, steps)?);
            let times = Times { mode, start: read(fields, 3, number)?, delta: read(fields, 4, number)?, count };
            Command::Sample { clip: clip.to_owned(), times }
        }
        ["motion", name, path] => Command::Motion { name: name.to_owned(), path: path.to_owned() },
        ["sound", name, path] => Command::Sound { name: name.to_owned(), path: path.to_owned() },
        ["font", name, path] => Command::Font { name: name.to_owned(), path: path.to_owned() },
        ["text", font, _] => Command::Text { font: font.to_owned(), text: read(fields, 2, unescaped)? },
        ["actions", folder, name] => Command::Actions { folder: folder.to_owned(), name: name.to_owned() },
        ["model", name] => Command::Model { name: name.to_owned() },
        ["act", layer, action] => Command::Act { layer: layer.to_owned(), action: action.to_owned() },
        ["stop", layer, _] => Command::Stop { layer: layer.to_owned(), seconds: fade_time(fields)? },
        ["weight", layer, _] => Command::Weight { layer: layer.to_owned(), weight: weight(fields)? },
        ["delta", motion, _, _] => delta(motion, fields, false)?,
        ["delta", motion, _, _, "fixed"] => delta(motion, fields, true)?,
        ["delta", _, _, _, other] => {
            return Err(at(4)(format!("unknown word `{other}`; expected `fixed`").into()));
        }
        [name, ..] => return Err(wrong_shape(name, fields.len() - 1).into()),
        [] => return Err("an empty line".into()),
    })
}

/// Reads the field with this number.
fn read<T>(fields: &[&str], number: usize, as_value: fn(&str) -> Result<T, String>) -> Result<T, Problem> {
    let field = fields.get(number).copied().unwrap_or_default();
    as_value(field).map_err(|message| at(number)(message.into()))
}

fn delta(motion: &str, fields: &[&str], fixed: bool) -> Result<Command, Problem> {
    let (from, to) = (read(fields, 2, exact_seconds)?, read(fields, 3, exact_seconds)?);
    Ok(Command::Delta { motion: motion.to_owned(), from, to, fixed })
}

fn weight(fields: &[&str]) -> Result<f32, Problem> {
    let weight: f32 = read(fields, 2, number)?;
    if (0.0..=1.0).contains(&weight) {
        return Ok(weight);
    }
    let problem = Problem::from(format!("the weight {weight} is not in the range 0 to 1"));
    Err(at(2)(problem.help("write a number from 0 to 1")))
}

fn fade_time(fields: &[&str]) -> Result<f32, Problem> {
    let time = read(fields, 2, seconds)?;
    if time >= 0.0 {
        return Ok(time);
    }
    let problem = Problem::from(format!("the time {time} is negative"));
    Err(at(2)(problem.help("write 0, or the number of seconds in which the layer fades out")))
}

fn wrong_shape(name: &str, fields: usize) -> String {
    if !FORMS.into_iter().any(|form| name_of(form) == name) {
        return format!("unknown command `{name}`");
    }
    format!("`{name}` has the wrong number of fields after its name: {fields}")
}

/// A text whose line breaks and TABs are written as in C.
fn unescaped(text: &str) -> Result<String, String> {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('\\') => '\\',
                _ => return Err(format!("`{text}` has a backslash that is not part of `\\n`, `\\t` or `\\\\`")),
            },
            other => other,
        });
    }
    Ok(plain)
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number; expected a number such as 0.5"))
}

fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number; expected a whole number such as 0 or 30"))
}

fn every(text: &str) -> Result<u32, String> {
    match whole::<u32>(text)? {
        0 => Err("the number of updates between printed lines is 0, but must be at least 1".to_owned()),
        every => Ok(every),
    }
}

fn steps(text: &str) -> Result<u32, String> {
    let count: u32 = whole(text)?;
    if count <= MAX_STEPS { Ok(count) } else { Err(format!("{count} is too large: the largest number is {MAX_STEPS}")) }
}

/// Seconds: a decimal number, or a fraction that is divided in f32.
fn seconds(text: &str) -> Result<f32, String> {
    let seconds: f32 = match text.split_once('/') {
        Some((over, under)) => number::<f32>(over)? / number::<f32>(under)?,
        None => number(text)?,
    };
    if seconds.is_finite() { Ok(seconds) } else { Err(format!("`{text}` is not a finite number of seconds")) }
}

/// Like [`seconds`], in f64.
fn exact_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = match text.split_once('/') {
        Some((over, under)) => number::<f64>(over)? / number::<f64>(under)?,
        None => number(text)?,
    };
    if seconds.is_finite() { Ok(seconds) } else { Err(format!("`{text}` is not a finite number of seconds")) }
}

fn play_mode(text: &str) -> Result<PlayMode, String> {
    match text {
        "Once" => Ok(PlayMode::Once),
        "Repeat" => Ok(PlayMode::Repeat),
        _ => Err(format!("`{text}` is not a mode; expected Once or Repeat")),
    }
}

fn layer_kind(text: &str) -> Result<LayerKind, String> {
    match text {
        "breath" => Ok(LayerKind::Breath),
        "spring" => Ok(LayerKind::Spring),
        _ => Err(format!("`{text}` is not a layer; expected breath or spring")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Command, &str>) {
        let found = Script::parse(line).map(|script| script.commands.into_iter().next().unwrap().1);
        assert_eq!(found.map_err(|error| error.message), expected.map_err(str::to_owned));
    }

    #[test]
    fn commands_are_read() {
        check("only\tL Calf\t Footsteps", Ok(Command::Only { bones: vec!["L Calf".into(), " Footsteps".into()] }));
        check("step\t3\t1/60", Ok(Command::Step { count: 3, dt: 1.0 / 60.0, every: 1 }));
        let delta = |to, fixed| Command::Delta { motion: "M".into(), from: -0.5, to, fixed };
        check("delta\tM\t-0.5\t1/60", Ok(delta(1.0 / 60.0, false)));
        check("delta\tM\t-0.5\t3600\tfixed", Ok(delta(3600.0, true)));
        check("text\tF\ta\\nb\\\\n", Ok(Command::Text { font: "F".into(), text: "a\nb\\n".into() }));
        check("act\tbody\tRun", Ok(Command::Act { layer: "body".into(), action: "Run".into() }));
        check("model\tModels/Pilot.model", Ok(Command::Model { name: "Models/Pilot.model".into() }));
        check("stop\tflinch\t0.1", Ok(Command::Stop { layer: "flinch".into(), seconds: 0.1 }));
        check("step\t3\t0.5\t2", Ok(Command::Step { count: 3, dt: 0.5, every: 2 }));
    }

    #[test]
    fn mistakes_are_reported() {
        check("layer\tbreth\ta", Err("`breth` is not a layer; expected breath or spring"));
        check("skeleton", Err("`skeleton` has the wrong number of fields after its name: 0"));
        check("stpe\t3\t1", Err("unknown command `stpe`"));
        check("play\tRun\t0\t0\t1", Err("`play` has the wrong number of fields after its name: 4"));
        check("play\tRun\t0\t0\t1\tonce", Err("`once` is not a mode; expected Once or Repeat"));
        check("delta\tM\t0\t1/0", Err("`1/0` is not a finite number of seconds"));
        check("delta\tM\t0\t1\tfloat", Err("unknown word `float`; expected `fixed`"));
        check("text\tF\ta\\b", Err("`a\\b` has a backslash that is not part of `\\n`, `\\t` or `\\\\`"));
        check("step\t-1\t1", Err("`-1` is not a number; expected a whole number such as 0 or 30"));
        check("step\t1\t1\t0", Err("the number of updates between printed lines is 0, but must be at least 1"));
        check("weight\tflinch\t2", Err("the weight 2 is not in the range 0 to 1"));
        check("weight\tflinch\t-0.1", Err("the weight -0.1 is not in the range 0 to 1"));
        check("weight\tflinch\tnan", Err("the weight NaN is not in the range 0 to 1"));
        check("weight\tflinch\t1", Ok(Command::Weight { layer: "flinch".into(), weight: 1.0 }));
        check("stop\tflinch\t-1", Err("the time -1 is negative"));
        check("clip\tA\ta\nmotion\tA\tb\ncurve\tA\tc", Err("line 1 already loads a clip with the name `A`"));
    }

    #[test]
    fn the_column_is_that_of_the_wrong_field() {
        let place = |text: &str| Script::parse(text).err().map(|error| (error.line, error.column)).unwrap();
        assert_eq!(place("stpe\t3\t1"), (1, 1));
        assert_eq!(place("# no\nstep\tx\t1"), (2, 6));
        assert_eq!(place("play\tÄ b\t0\t0\tx\tOnce"), (1, 14));
        assert_eq!(place("sample\tA\tOnce\t0\t1\t-1"), (1, 19));
        assert_eq!(place("delta\tM\t0\t1\tfloat"), (1, 13));
        assert_eq!(place("weight\tflinch\t2"), (1, 15));
    }

    #[test]
    fn the_remedy_is_how_the_command_is_written() {
        let help = |text: &str| Script::parse(text).err().unwrap().help;
        let step = "write `step N dt [every]`, with one TAB between the fields";
        for mistake in ["stpe\t3\t1", "step 3 1", "step\tx\t1"] {
            assert_eq!(help(mistake), step);
        }
        assert!(help("layer\tx").starts_with("write `layer breath PATH` or `layer spring PATH`, with"));
        assert!(help("hello").starts_with("use one of the commands clip, curve, sampled,"));
    }
}
