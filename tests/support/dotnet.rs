//! The .NET SDK.

use std::process::Command;

/// Returns the name of the framework that the installed SDK compiles programs for, such as `net8.0`.
pub(crate) fn framework() -> String {
    let output = Command::new("dotnet").arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let mut numbers = version.trim().split('.');
    let (major, minor) = (numbers.next().unwrap(), numbers.next().unwrap());
    // Its name was different until 2020.
    if major == "3" { format!("netcoreapp{major}.{minor}") } else { format!("net{major}.{minor}") }
}
