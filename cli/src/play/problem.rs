//! [`Problem`]: what is wrong with a command of a script.

use rigmill_pipeline::did_you_mean;

use crate::output::names::first_names;
use crate::output::remedy::split_remedy;

/// What is wrong with a command.
#[derive(Debug, PartialEq)]
pub(crate) struct Problem {
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// The number of the wrong field: 0 is the name of the command, for problems of the whole command.
    pub(super) field: usize,
}

impl Problem {
    /// The problem that an error describes.
    pub(super) fn new(error: impl ToString) -> Self {
        let message = error.to_string();
        let (fact, remedy) = split_remedy(&message);
        Self { help: remedy.map(str::to_owned), ..fact.into() }
    }

    /// A name that the script has not loaded. The command `command` loads such names, and `loaded` are those that it has.
    pub(super) fn not_loaded<'a>(command: &str, name: &str, loaded: impl Iterator<Item = &'a String>) -> Self {
        let near = did_you_mean(name, loaded.map(String::as_str));
        let help = near.unwrap_or_else(|| format!("load `{name}` with the command `{command}` first"));
        Self::from(format!("there is no {command} `{name}`")).help(help)
    }

    /// Sets the remedy.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Self { message, help: None, field: 0 }
    }
}

impl From<&str> for Problem {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// Sets the wrong field of a problem.
pub(super) fn at(field: usize) -> impl FnOnce(Problem) -> Problem {
    move |problem| Problem { field, ..problem }
}

/// The remedy for an unknown name: the similar one of `names`, or else the first of them. `what` they are is in the plural.
pub(super) fn instead(unknown: &str, what: &str, names: &[&str]) -> String {
    did_you_mean(unknown, names.iter().copied()).unwrap_or_else(|| {
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        match names {
            [] => format!("there are no {what}"),
            _ => format!("choose one of the {what}: {}", first_names(&quoted)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remedy_at_the_end_of_a_message_becomes_the_help() {
        let parts = |message: &str| {
            let Problem { message, help, .. } = Problem::new(message);
            (message, help)
        };
        let told = parts("the skeleton has no bone \"Tial\"; did you mean \"Tail\"?");
        assert_eq!(told, ("the skeleton has no bone \"Tial\"".to_owned(), Some("did you mean \"Tail\"?".to_owned())));
        assert_eq!(parts("there is no layer \"a; b\""), ("there is no layer \"a; b\"".to_owned(), None));
    }

    #[test]
    fn an_unknown_name_gets_the_similar_one_or_a_list() {
        assert_eq!(instead("Rnu", "actions", &["Run", "Walk"]), "did you mean `Run`?");
        assert_eq!(instead("Fly", "actions", &["Run", "Walk"]), "choose one of the actions: `Run`, `Walk`");
        assert!(instead("Fly", "actions", &["Run"; 10]).ends_with("`Run`, `Run` and 2 more"));
        assert_eq!(instead("Fly", "actions", &[]), "there are no actions");
    }
}
