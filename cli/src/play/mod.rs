//! `rigmill play`: runs a play script headless and prints the poses as lines of JSON.

mod character;
mod compressed;
mod content;
mod curves;
mod fonts;
mod json;
mod layers;
mod motion;
mod script;
mod sound;
mod stage;
mod times;
mod weights;

use std::io::{self, Write};

use rigmill_graph::read_file;
use rigmill_pipeline::Registry;
use rigmill_runtime::Rules;

use crate::args::{PlayArgs, PlayRules};
use crate::failure::Failure;
use crate::output::printable::{Form, quoted};
use crate::output::shell::{ERROR, Shell, must_print, styled};
use script::Script;
use stage::Stage;

/// The largest script, in bytes.
const LARGEST_SCRIPT: u64 = 64 << 20;

pub(crate) fn run(registry: &Registry, args: &PlayArgs, shell: &Shell) -> Result<bool, Failure> {
    let text = read_file(&args.script, LARGEST_SCRIPT)
        .and_then(|bytes| String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error)))
        .map_err(Failure::io("read", &args.script))?;
    let script = Script::parse(&text).map_err(|(line, message)| {
        Failure::other(format!("{}:{line}: {message}", quoted(&args.script)), Some(script::HELP))
    })?;
    let rules = match args.rules {
        PlayRules::Robotgame => Rules::RobotGame,
        PlayRules::Standard => Rules::Standard,
    };
    let mut out = shell.results(Form::Json);
    let mut stage = Stage::new(registry, &args.content, rules, shell);
    for (line, command) in &script.commands {
        if let Err(message) = stage.perform(command, &mut out) {
            must_print(out.flush());
            shell.print_stderr(format_args!("{}: {}:{line}: {message}", styled(ERROR, "error"), quoted(&args.script)));
            return Ok(false);
        }
    }
    must_print(out.flush());
    Ok(true)
}
