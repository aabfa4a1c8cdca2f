//! [`holds`]: evaluates the conditions of an MSBuild project.
//!
//! Supports `==`, `!=`, `<`, `>`, `<=`, `>=`, `!`, `and`, `or` and parentheses, applied to texts with or without quotes.
//! Functions such as `Exists` are not evaluated, because their results depend on the machine.

use super::include::unescape;
use super::properties::Properties;

/// The maximum depth of a condition, and its maximum length in bytes.
const DEPTH: usize = 32;
const LENGTH: usize = 4096;

/// Whether a condition is true; `None` if it cannot be evaluated.
pub(super) fn holds(condition: &str, properties: &mut Properties) -> Option<bool> {
    if condition.trim().is_empty() {
        return Some(true);
    }
    if condition.len() > LENGTH {
        return None;
    }
    let mut parser = Parser { rest: condition, properties, depth: 0 };
    let holds = parser.alternatives()?;
    parser.rest.trim().is_empty().then_some(holds)
}

struct Parser<'a> {
    rest: &'a str,
    properties: &'a mut Properties,
    depth: usize,
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Option<bool> {
        let mut holds = self.all()?;
        while self.takes_word("or") {
            holds |= self.all()?;
        }
        Some(holds)
    }

    fn all(&mut self) -> Option<bool> {
        let mut holds = self.single()?;
        while self.takes_word("and") {
            holds &= self.single()?;
        }
        Some(holds)
    }

    fn single(&mut self) -> Option<bool> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let holds = if self.takes("(") {
            let holds = self.alternatives()?;
            self.takes(")").then_some(holds)
        } else if !self.rest.trim_start().starts_with("!=") && self.takes("!") {
            self.single().map(|holds| !holds)
        } else {
            self.comparison()
        };
        self.depth -= 1;
        holds
    }

    fn comparison(&mut self) -> Option<bool> {
        let left = self.operand()?;
        let operators = ["==", "!=", "<=", ">=", "<", ">"];
        let Some(operator) = operators.into_iter().find(|operator| self.takes(operator)) else {
            return truth(&left);
        };
        let right = self.operand()?;
        let numbers = number(&left).zip(number(&right));
        let is_equal = || match (numbers, truth(&left).zip(truth(&right))) {
            (Some((left, right)), _) => left == right,
            (None, Some((left, right))) => left == right,
            (None, None) => left.to_lowercase() == right.to_lowercase(),
        };
        match operator {
            "==" => Some(is_equal()),
            "!=" => Some(!is_equal()),
            "<=" => numbers.map(|(left, right)| left <= right),
            ">=" => numbers.map(|(left, right)| left >= right),
            "<" => numbers.map(|(left, right)| left < right),
            _ => numbers.map(|(left, right)| left > right),
        }
    }

    /// Parses a quoted text, a property, or a plain word or number. Returns `None` for a function.
    fn operand(&mut self) -> Option<String> {
        let text = self.rest.trim_start();
        let (raw, rest) = if let Some(quoted) = text.strip_prefix('\'') {
            quoted.split_once('\'')?
        } else if text.starts_with("$(") {
            text.split_at(text.find(')')? + 1)
        } else {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            text.split_at(text.find(|c| !is_plain(c)).unwrap_or(text.len()))
        };
        if raw.is_empty() && !text.starts_with('\'') || rest.trim_start().starts_with('(') || raw.contains("@(") {
            return None;
        }
        self.rest = rest;
        let filled = self.properties.fill(raw);
        filled.unknown.is_none().then(|| unescape(&filled.text))
    }

    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a word, ignoring case, if it ends there.
    fn takes_word(&mut self, word: &str) -> bool {
        let text = self.rest.trim_start();
        let Some((found, rest)) = text.split_at_checked(word.len()) else { return false };
        let is_word = found.eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        if is_word {
            self.rest = rest;
        }
        is_word
    }
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => u32::from_str_radix(digits, 16).ok().map(f64::from),
        None => text.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

fn truth(text: &str) -> Option<bool> {
    let is_one_of = |words: [&str; 5]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match () {
        () if is_one_of(["true", "on", "yes", "!false", "!no"]) => Some(true),
        () if is_one_of(["false", "off", "no", "!true", "!yes"]) => Some(false),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_decided_as_msbuild_documents_them() {
        let mut properties = Properties::default();
        properties.set("Configuration", "Debug".to_owned());
        properties.set("Level", "10".to_owned());
        let cases = [
            ("", Some(true)),
            (" '$(Configuration)' == '' ", Some(false)),
            (" '$(Platform)' == '' ", Some(true)),
            ("'$(Configuration)|$(Platform)' == 'debug|'", Some(true)),
            ("'$(Configuration)' != 'Release'", Some(true)),
            ("$(Configuration)==Debug", Some(true)),
            ("'$(Level)' > 9 and '$(Level)' <= '0xA'", Some(true)),
            ("'1.0' == '1'", Some(true)),
            ("'on' == 'TRUE'", Some(true)),
            ("true", Some(true)),
            ("!true or !(false)", Some(true)),
            ("'a' == 'b' Or 'a' == 'a' And 'a' == 'c'", Some(false)),
            ("('a' == 'b' or 'a' == 'a') and 'c' == 'C'", Some(true)),
            ("Exists('$(Windir)')", None),
            ("HasTrailingSlash('a')", None),
            ("'$(A.Length)' == '0'", None),
            ("'a' < 'b'", None),
            ("'a' ==", None),
            ("'a", None),
            ("'a' 'b'", None),
            ("text", None),
        ];
        for (condition, expected) in cases {
            assert_eq!(holds(condition, &mut properties), expected, "{condition}");
        }
    }

    #[test]
    fn deep_conditions_are_not_understood() {
        let mut properties = Properties::default();
        for text in ["(", "!", "true and ("] {
            assert_eq!(holds(&text.repeat(100_000), &mut properties), None);
            assert_eq!(holds(&text.repeat(400), &mut properties), None);
        }
    }
}
