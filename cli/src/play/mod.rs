//! `rigmill play`: runs a play script headless and prints the poses as lines of JSON.

mod character;
mod compressed;
mod content;
mod curves;
mod fonts;
mod json;
mod layers;
mod motion;
mod only;
mod problem;
mod script;
mod sound;
mod stage;
mod times;
mod weights;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rigmill_disk::read_file;
use rigmill_pipeline::{Diagnostic, Location, Registry, codes};
use rigmill_runtime::Rules;

use crate::args::{PlayArgs, PlayRules};
use crate::failure::{Failure, FileError};
use crate::output::printable::{Form, quoted};
use crate::output::shell::{Shell, must_print};
use script::{Script, ScriptError, column};
use stage::Stage;

/// The largest script, in bytes.
const LARGEST_SCRIPT: u64 = 64 << 20;

pub(crate) fn run(registry: &Registry, args: &PlayArgs, shell: &Shell) -> Result<bool, Failure> {
    let bytes = read_file(&args.script, LARGEST_SCRIPT).map_err(Failure::io("read", &args.script))?;
    let text = String::from_utf8(bytes).map_err(|_| not_text(&args.script))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let script = Script::parse(text).map_err(|ScriptError { line, column, message, help }| {
        let diagnostic = Diagnostic::error(codes::PLAY_SCRIPT, message).at(Location::at(line, column)).help(help);
        Failure::InFile(Box::new(in_line(args, line, diagnostic)))
    })?;
    fs::read_dir(&args.content).map_err(Failure::io("read", &args.content))?;
    let rules = match args.rules {
        PlayRules::Robotgame => Rules::RobotGame,
        PlayRules::Standard => Rules::Standard,
    };
    let mut out = shell.results(Form::Json);
    let mut stage = Stage::new(registry, &args.content, folder_of(&args.script), rules, shell);
    for (line, command) in &script.commands {
        let performed = stage.perform(*line, command, &mut out);
        must_print(out.flush());
        print_warnings(&mut stage, args, *line, shell);
        if let Err(problem) = performed {
            let fields = text.lines().nth((*line as usize).saturating_sub(1)).unwrap_or_default();
            let location = Location::at(*line, column(fields, problem.field));
            let diagnostic =
                Diagnostic { help: problem.help, ..Diagnostic::error(codes::PLAY_SCRIPT, problem.message) };
            in_line(args, *line, diagnostic.at(location)).print(shell);
            return Ok(false);
        }
    }
    stage.warn_at_end();
    print_warnings(&mut stage, args, 1, shell);
    Ok(true)
}

/// The failure for a file that is no text.
fn not_text(script: &Path) -> Failure {
    let help = "choose a text file, such as demo.play, or save the script as UTF-8";
    Failure::other(format!("{} is not a play script, because the file is not UTF-8 text", quoted(script)), Some(help))
}

fn folder_of(script: &Path) -> PathBuf {
    let folder = script.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Prints the new warnings. Those without a location are about `line`.
fn print_warnings(stage: &mut Stage<'_>, args: &PlayArgs, line: u32, shell: &Shell) {
    for warning in stage.take_warnings() {
        in_line(args, line, warning).print(shell);
    }
}

/// A diagnostic about a line of the script, if it does not say another.
fn in_line(args: &PlayArgs, line: u32, mut diagnostic: Diagnostic) -> FileError {
    diagnostic.location.get_or_insert(Location::at(line, 1));
    FileError::new(&args.script, diagnostic)
}
