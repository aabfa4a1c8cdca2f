//! [`Glob`]: one compiled pattern for paths, without alternatives.

/// A compiled glob. Most globs are plain text with at most one wildcard, and comparing both ends is all that they need.
#[derive(Clone, Debug)]
pub(super) struct Glob {
    before: String,
    middle: Middle,
    after: String,
}

/// What a glob matches between the text that it begins with and the text that it ends with.
#[derive(Clone, Debug)]
enum Middle {
    Nothing,
    /// `*`
    Name,
    /// `**/`
    Folders,
    /// `**` or `**/*`
    Anything,
    Steps(Vec<Step>),
}

/// One part of a glob.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Literal(char),
    /// `?`: any character except `/`.
    Any,
    /// Any character inside (or, if negated, outside) these ranges, except `/`.
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    /// `*`: any number of characters except `/`.
    Name,
    /// `**/`: nothing, or any characters up to a `/`.
    Folders,
    /// `**`: any number of characters.
    Anything,
}

impl Glob {
    /// Compiles a glob. Braces have no special meaning.
    ///
    /// # Errors
    /// A message that says why the glob is malformed.
    pub(super) fn new(pattern: &str) -> Result<Self, String> {
        let mut steps = parse(pattern)?;
        let letter = |step: &Step| if let Step::Literal(letter) = step { Some(*letter) } else { None };
        let first = steps.iter().position(|step| letter(step).is_none()).unwrap_or(steps.len());
        let before = steps.drain(..first).filter_map(|step| letter(&step)).collect();
        let end = steps.iter().rposition(|step| letter(step).is_none()).map_or(0, |last| last + 1);
        let after = steps.drain(end..).filter_map(|step| letter(&step)).collect();
        let middle = match steps.as_slice() {
            [] => Middle::Nothing,
            [Step::Name] => Middle::Name,
            [Step::Folders] if pattern == "**/" => Middle::Anything,
            [Step::Folders] => Middle::Folders,
            [Step::Anything] | [Step::Folders, Step::Name | Step::Anything] => Middle::Anything,
            _ => Middle::Steps(steps),
        };
        Ok(Self { before, middle, after })
    }

    /// Returns the only path that the glob matches, if it has no wildcards.
    pub(super) fn literal(&self) -> Option<&str> {
        matches!(self.middle, Middle::Nothing).then_some(&self.before)
    }

    /// Whether the glob matches the whole path.
    pub(super) fn is_match(&self, path: &str) -> bool {
        let between = path.strip_prefix(self.before.as_str()).and_then(|rest| rest.strip_suffix(self.after.as_str()));
        between.is_some_and(|between| match &self.middle {
            Middle::Nothing => between.is_empty(),
            Middle::Name => !between.contains('/'),
            Middle::Folders => between.is_empty() || between.ends_with('/'),
            Middle::Anything => true,
            Middle::Steps(steps) => matches(steps, between),
        })
    }
}

/// Follows all ways to match at once, so that the time is bounded by the number of steps times the length of the text.
fn matches(steps: &[Step], text: &str) -> bool {
    // Whether the text so far can be matched by the steps before each step; for folders, also whether it can end within them.
    let mut reached = vec![false; steps.len() + 1];
    let mut within = vec![false; steps.len()];
    reached[0] = true;
    skip_empty(steps, &mut reached);
    for letter in text.chars() {
        let mut next = vec![false; steps.len() + 1];
        for (at, step) in steps.iter().enumerate() {
            if *step == Step::Folders {
                within[at] |= reached[at];
                next[at + 1] |= within[at] && letter == '/';
            } else if reached[at] && step.takes(letter) {
                let stays = matches!(step, Step::Name | Step::Anything);
                next[if stays { at } else { at + 1 }] = true;
            }
        }
        skip_empty(steps, &mut next);
        reached = next;
    }
    reached[steps.len()]
}

/// Goes on behind each step that can match nothing.
fn skip_empty(steps: &[Step], reached: &mut [bool]) {
    for (at, step) in steps.iter().enumerate() {
        reached[at + 1] |= reached[at] && matches!(step, Step::Name | Step::Folders | Step::Anything);
    }
}

impl Step {
    /// Whether the step can match this character.
    fn takes(&self, letter: char) -> bool {
        match self {
            Self::Literal(literal) => letter == *literal,
            Self::Class { negated, ranges } => {
                letter != '/' && ranges.iter().any(|&(from, to)| (from..=to).contains(&letter)) != *negated
            }
            Self::Any | Self::Name => letter != '/',
            Self::Folders | Self::Anything => true,
        }
    }
}

fn parse(pattern: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut rest = pattern;
    // Only at the start of a path component does `**` match more than `*`.
    let mut is_start = true;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        (rest, is_start) = match letter {
            '*' => star(after, is_start, &mut steps),
            '[' => (class(after, &mut steps)?, false),
            '?' => (with(Step::Any, after, &mut steps), false),
            '\\' => {
                let literal = after.chars().next().ok_or("a `\\` at the end has no character to escape")?;
                (with(Step::Literal(literal), &after[literal.len_utf8()..], &mut steps), literal == '/')
            }
            _ => (with(Step::Literal(letter), after, &mut steps), letter == '/'),
        };
    }
    Ok(steps)
}

fn with<'p>(step: Step, rest: &'p str, steps: &mut Vec<Step>) -> &'p str {
    steps.push(step);
    rest
}

/// Adds the step for a `*`, and returns what follows it, and whether that is at the start of a path component.
fn star<'p>(after: &'p str, is_start: bool, steps: &mut Vec<Step>) -> (&'p str, bool) {
    match after.strip_prefix('*') {
        Some("") if is_start => (with(Step::Anything, "", steps), false),
        Some(rest) => match rest.strip_prefix('/').filter(|_| is_start) {
            Some(rest) => (with(Step::Folders, rest, steps), true),
            None => (with(Step::Name, rest, steps), false),
        },
        None => (with(Step::Name, after, steps), false),
    }
}

/// Adds the step for a class such as `[a-z]`, and returns what follows it. A `]` is part of the class if it comes first.
fn class<'p>(after: &'p str, steps: &mut Vec<Step>) -> Result<&'p str, String> {
    let body = after.strip_prefix(['!', '^']).unwrap_or(after);
    let unclosed = "a `[` has no `]`; write `[[]` for the character itself";
    let first = body.chars().next().ok_or(unclosed)?.len_utf8();
    let end = first + body[first..].find(']').ok_or(unclosed)?;
    let mut letters = body[..end].chars().peekable();
    let mut ranges = Vec::new();
    while let Some(from) = letters.next() {
        let mut ahead = letters.clone();
        let to = ahead.next().filter(|&dash| dash == '-').and_then(|_| ahead.next());
        if to.is_some() {
            letters = ahead;
        }
        let to = to.unwrap_or(from);
        if to < from {
            return Err(format!("the range `{from}-{to}` is empty: `{from}` comes after `{to}`"));
        }
        ranges.push((from, to));
    }
    steps.push(Step::Class { negated: body.len() < after.len(), ranges });
    Ok(&body[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, fits: &[&str], others: &[&str]) {
        let glob = Glob::new(pattern).unwrap();
        assert!(fits.iter().all(|path| glob.is_match(path)), "{pattern} fits {fits:?}: {glob:?}");
        assert!(!others.iter().any(|path| glob.is_match(path)), "{pattern} does not fit {others:?}: {glob:?}");
    }

    #[test]
    fn one_star_stays_within_a_folder() {
        check("*", &["a", "a.b"], &["a/b"]);
        check("a/*.png", &["a/b.png", "a/.png"], &["a/b/c.png", "b.png", "a/png"]);
        check("ab*ba", &["abba", "abxba"], &["aba", "ab/ba"]);
        check("*a*b*", &["ab", "xaxbx", "aab"], &["ba", "a/b"]);
        check("a*/b*", &["a/b", "ax/bx"], &["a/x/b"]);
    }

    #[test]
    fn two_stars_cross_folders_where_they_are_a_whole_component() {
        check("**", &["a", "a/b/c"], &[]);
        check("**/", &["a", "a/b"], &[]);
        check("**/**", &["a", "a/b"], &[]);
        check("**/*", &["a", "a/b"], &[]);
        check("a/**", &["a/b", "a/b/c"], &["a", "ab/c"]);
        check("**/a.png", &["a.png", "b/a.png", "b/c/a.png"], &["ba.png"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["a/xb", "ab", "a/b/c"]);
        check("a/**/**/b", &["a/b", "a/x/b"], &["ab"]);
        check("a/**/*.png", &["a/b.png", "a/b/c.png"], &["b.png", "a.png"]);
        check("**/a/**/b?", &["a/bc", "x/a/y/bc"], &["xa/bc", "a/b", "a/b/"]);
        check("a**", &["a", "abc"], &["a/b"]);
        check("**a", &["a", "ba"], &["b/a"]);
        check("a**/b", &["a/b", "ac/b"], &["a/c/b"]);
    }

    #[test]
    fn classes_and_single_characters_match_one_character_but_no_separator() {
        check("?.png", &["a.png", "ü.png"], &[".png", "ab.png", "/.png"]);
        check("[a-cx]", &["a", "b", "c", "x"], &["d", "", "ab"]);
        check("[!a-c]", &["d", "ü"], &["a", "/"]);
        check("[^a]", &["b"], &["a"]);
        check("[]]", &["]"], &["["]);
        check("[]a][!]b]", &["]a", "aa"], &["ab", "a]"]);
        check("[a-]", &["a", "-"], &["b"]);
        check("[-a]", &["a", "-"], &["b"]);
        check("[à-ü]", &["é"], &["e"]);
        check("[*][?][[]", &["*?["], &["abc"]);
        check("\\*\\a", &["*a"], &["ba"]);
        check("{}", &["{}"], &["a"]);
    }

    #[test]
    fn malformed_globs_are_errors() {
        for pattern in ["[", "[a", "[]", "[!]", "a\\", "[b-a]"] {
            assert!(Glob::new(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn a_glob_with_many_stars_takes_no_exponential_time() {
        let pattern = "*a".repeat(40) + "?";
        assert!(!Glob::new(&pattern).unwrap().is_match(&"a".repeat(2000).replace("aaaa", "aaa/")));
        assert!(Glob::new(&pattern).unwrap().is_match(&"a".repeat(2000)));
    }
}
