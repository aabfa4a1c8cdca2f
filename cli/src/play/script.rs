//! The play script: one command per line, fields separated by one TAB, since bone names contain spaces.

use rigmill_runtime::{PlayMode, PlayOptions};

use super::times::Times;

/// The commands of a script.
pub(crate) const HELP: &str = "commands, fields separated by one TAB:
  clip NAME PATH                     PATH below --content: a source or a built .rmb
  curve NAME PATH                    a curve clip: curve streams or a built .rmb
  sampled NAME PATH                  a sampled clip: .msgpack, any clip's source or a built .rmb
  compressed NAME PATH SKELETON      a compressed clip and the skeleton that it is for: built .rmb, or the skeleton's source
  bones NAME...                      a blender for each bone of these clips
  only BONE...                       print just these bones
  play NAME start blend scale mode   mode: Once or Repeat
  step N dt [every]                  N updates of dt seconds (1/60, 1/30 or a decimal), printing each every-th
  skeleton PATH                      bones that no clip moves rest at bind; `step` prints every bone of it
  layer breath|spring PATH           lays settings over the pose, after the layers before it
  getmatrix CLIP i                   the matrix of each key of sequence i
  sample CLIP mode t0 d n            each bone at t0, t0 + d, … n times
  motion NAME PATH                   PATH below --content: a built .rmb that holds a Motion
  sound NAME PATH                    a sound, its source or a built .rmb: its length, rate and largest sample
  delta NAME t0 t1 [fixed]           by how much it moves from t0 to t1 seconds (7/60 or a decimal)
  font NAME PATH                     a font: a .spritefont or a built .rmb
  actions FOLDER NAME                a character: an action set of the built content in FOLDER; `step` moves it, too
  model NAME                         its model: `step` prints the weights of the morph targets, too
  act LAYER ACTION                   it plays an action
  stop LAYER t                       an additive layer fades out in t seconds
  weight LAYER w                     how much of an additive layer is added, 0 to 1
  text FONT TEXT                     the size of a string and where its characters are; \\n is a new line, \\t a TAB, \\\\ a backslash
lines that are empty or begin with # say nothing";

/// The most updates in a `step`: a day at 1000 Hz.
const MAX_STEPS: u32 = 86_400_000;

/// The commands with their line numbers, from 1.
pub(crate) struct Script {
    pub(crate) commands: Vec<(usize, Command)>,
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

impl Script {
    /// Parses a script. An error has the line number, from 1, and the reason.
    pub(crate) fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut commands = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            commands.push((index + 1, command(&fields).map_err(|message| (index + 1, message))?));
        }
        Ok(Self { commands })
    }
}

fn command(fields: &[&str]) -> Result<Command, String> {
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
        ["play", clip, start, blend, scale, mode] => {
            let [start_time, blend_time, time_scale] = [number(start)?, number(blend)?, number(scale)?];
            let options = PlayOptions { start_time, blend_time, time_scale, mode: play_mode(mode)? };
            Command::Play { clip: clip.to_owned(), options }
        }
        ["step", count, dt] => Command::Step { count: steps(count)?, dt: seconds(dt)?, every: 1 },
        ["step", count, dt, every] => {
            let every: u32 = number(every)?;
            if every == 0 {
                return Err("`0`: every how many updates to print is at least 1".to_owned());
            }
            Command::Step { count: steps(count)?, dt: seconds(dt)?, every }
        }
        ["skeleton", path] => Command::Skeleton { path: path.to_owned() },
        ["layer", kind, path] => Command::Layer { kind: layer_kind(kind)?, path: path.to_owned() },
        ["getmatrix", clip, sequence] => Command::GetMatrix { clip: clip.to_owned(), sequence: number(sequence)? },
        ["sample", clip, mode, start, delta, count] => Command::Sample {
            clip: clip.to_owned(),
            times: Times { mode: play_mode(mode)?, start: number(start)?, delta: number(delta)?, count: steps(count)? },
        },
        ["motion", name, path] => Command::Motion { name: name.to_owned(), path: path.to_owned() },
        ["sound", name, path] => Command::Sound { name: name.to_owned(), path: path.to_owned() },
        ["font", name, path] => Command::Font { name: name.to_owned(), path: path.to_owned() },
        ["text", font, text] => Command::Text { font: font.to_owned(), text: unescaped(text)? },
        ["actions", folder, name] => Command::Actions { folder: folder.to_owned(), name: name.to_owned() },
        ["model", name] => Command::Model { name: name.to_owned() },
        ["act", layer, action] => Command::Act { layer: layer.to_owned(), action: action.to_owned() },
        ["stop", layer, time] => Command::Stop { layer: layer.to_owned(), seconds: seconds(time)? },
        ["weight", layer, weight] => Command::Weight { layer: layer.to_owned(), weight: number(weight)? },
        ["delta", motion, from, to] => delta(motion, from, to, false)?,
        ["delta", motion, from, to, "fixed"] => delta(motion, from, to, true)?,
        ["delta", _, _, _, other] => return Err(format!("`{other}` says nothing to `delta`; expected `fixed`")),
        [name, ..] => return Err(wrong_shape(name, fields.len() - 1)),
        [] => return Err("an empty line".to_owned()),
    })
}

fn delta(motion: &str, from: &str, to: &str, fixed: bool) -> Result<Command, String> {
    Ok(Command::Delta { motion: motion.to_owned(), from: exact_seconds(from)?, to: exact_seconds(to)?, fixed })
}

fn wrong_shape(name: &str, arguments: usize) -> String {
    const KNOWN: [&str; 22] = [
        "clip",
        "curve",
        "sampled",
        "compressed",
        "motion",
        "sound",
        "bones",
        "only",
        "play",
        "step",
        "skeleton",
        "layer",
        "getmatrix",
        "sample",
        "delta",
        "font",
        "text",
        "actions",
        "model",
        "act",
        "stop",
        "weight",
    ];
    if KNOWN.contains(&name) {
        return format!("`{name}` does not take {arguments} fields");
    }
    match rigmill_pipeline::nearest(name, KNOWN) {
        Some(meant) => format!("unknown command `{name}`; did you mean `{meant}`? (fields are separated by one TAB)"),
        None => format!("unknown command `{name}` (fields are separated by one TAB)"),
    }
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

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number that fits here"))
}

fn steps(text: &str) -> Result<u32, String> {
    let count: u32 = number(text)?;
    if count <= MAX_STEPS { Ok(count) } else { Err(format!("{count} is more than {MAX_STEPS}")) }
}

/// Seconds: a decimal number, or a fraction that is divided in f32.
fn seconds(text: &str) -> Result<f32, String> {
    let seconds: f32 = match text.split_once('/') {
        Some((over, under)) => number::<f32>(over)? / number::<f32>(under)?,
        None => number(text)?,
    };
    if seconds.is_finite() { Ok(seconds) } else { Err(format!("`{text}` is no finite number of seconds")) }
}

/// Like [`seconds`], in f64.
fn exact_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = match text.split_once('/') {
        Some((over, under)) => number::<f64>(over)? / number::<f64>(under)?,
        None => number(text)?,
    };
    if seconds.is_finite() { Ok(seconds) } else { Err(format!("`{text}` is no finite number of seconds")) }
}

fn play_mode(text: &str) -> Result<PlayMode, String> {
    match text {
        "Once" => Ok(PlayMode::Once),
        "Repeat" => Ok(PlayMode::Repeat),
        _ => Err(format!("`{text}` is no mode; expected Once or Repeat")),
    }
}

fn layer_kind(text: &str) -> Result<LayerKind, String> {
    match text {
        "breath" => Ok(LayerKind::Breath),
        "spring" => Ok(LayerKind::Spring),
        _ => Err(format!("`{text}` is no layer; expected breath or spring")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Command, &str>) {
        let found = Script::parse(line).map(|script| script.commands.into_iter().next().unwrap().1);
        assert_eq!(found.map_err(|(_, message)| message), expected.map_err(str::to_owned));
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
        check("layer\tbreth\ta", Err("`breth` is no layer; expected breath or spring"));
        check("skeleton", Err("`skeleton` does not take 0 fields"));
        check("stpe\t3\t1", Err("unknown command `stpe`; did you mean `step`? (fields are separated by one TAB)"));
        check("step 3 1", Err("unknown command `step 3 1` (fields are separated by one TAB)"));
        check("play\tRun\t0\t0\t1", Err("`play` does not take 4 fields"));
        check("play\tRun\t0\t0\t1\tonce", Err("`once` is no mode; expected Once or Repeat"));
        check("delta\tM\t0\t1/0", Err("`1/0` is no finite number of seconds"));
        check("delta\tM\t0\t1\tfloat", Err("`float` says nothing to `delta`; expected `fixed`"));
        check("text\tF\ta\\b", Err("`a\\b` has a backslash that is not part of `\\n`, `\\t` or `\\\\`"));
        check("step\t-1\t1", Err("`-1` is no number that fits here"));
    }
}
