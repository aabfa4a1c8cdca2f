//! `rigmill play`: runs a play script headless and prints the poses, a JSON line each.

mod clip;
mod compressed;
mod curves;
mod layers;
mod motion;
mod number;
mod script;
mod stage;

use std::fs;
use std::io::Write;

use rigmill_pipeline::Registry;
use rigmill_runtime::Rules;

use crate::args::{PlayArgs, PlayRules};
use crate::failure::Failure;
use crate::shell::{BAD, Shell, must_print, styled};
use script::Script;
use stage::Stage;

pub(crate) fn run(registry: &Registry, args: &PlayArgs, shell: &Shell) -> Result<bool, Failure> {
    let text = fs::read_to_string(&args.script).map_err(Failure::io("read", &args.script))?;
    let script = Script::parse(&text).map_err(|(line, message)| {
        Failure::other(format!("{}:{line}: {message}", args.script.display()), Some(script::HELP))
    })?;
    let rules = match args.rules {
        PlayRules::Robotgame => Rules::RobotGame,
        PlayRules::Standard => Rules::Standard,
    };
    let mut out = shell.results();
    let mut stage = Stage::new(registry, &args.content, rules, shell);
    for (line, command) in &script.commands {
        if let Err(message) = stage.perform(command, &mut out) {
            must_print(out.flush());
            shell.complain(format_args!("{}: {}:{line}: {message}", styled(BAD, "error"), args.script.display()));
            return Ok(false);
        }
    }
    must_print(out.flush());
    Ok(true)
}
