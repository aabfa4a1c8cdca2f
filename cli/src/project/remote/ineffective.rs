//! [`ineffective`]: warns about settings of servers that have no effect.

use rigmill_graph::{MANIFEST, Project};
use rigmill_pipeline::{Diagnostic, Location, SourcePath, codes};

use super::choice::choose;
use super::execution::choose_execution;
use super::server::{Origin, RemoteChoice, Setting, located};
use crate::args::Settings;
use crate::failure::Failure;

/// Returns a warning for each setting of a remote cache or of remote execution that has no effect.
pub(crate) fn ineffective(project: &Project, settings: &Settings) -> Result<Vec<Diagnostic>, Failure> {
    let mut warnings = without_server(project);
    let servers = [choose(Some(project), settings)?, choose_execution(project, settings)?.map(|it| it.server)];
    let servers: Vec<&RemoteChoice> = servers.iter().flatten().collect();
    if !servers.iter().any(|server| server.is_encrypted()) {
        warnings.extend(servers.first().into_iter().flat_map(|server| not_encrypted(server)));
    }
    Ok(warnings)
}

/// The keys of the manifest that are only for its own server, if it names none.
fn without_server(project: &Project) -> Vec<Diagnostic> {
    let manifest = project.manifest();
    let has_machines = manifest.remote_execution.as_ref().is_some_and(|remote| remote.url.is_some());
    let mut warnings = Vec::new();
    if let Some(remote) = manifest.remote_cache.as_ref().filter(|remote| remote.url.is_none() && !has_machines) {
        let help =
            "set `url` under [cache.remote]; for a server from the command line, set the variables RIGMILL_REMOTE_…";
        let keys = located(remote).into_iter().map(|(key, location)| (key, Some(location)));
        let keys = keys.chain(remote.instance.is_some().then_some(("instance", None)));
        warnings.extend(keys.map(|(key, location)| {
            let fact = format!("`{key}` under [cache.remote] has no effect, because rigmill.toml names no server");
            in_manifest(fact, location, help)
        }));
    }
    if manifest.remote_execution.as_ref().is_some_and(|remote| remote.url.is_none() && !remote.platform.is_empty()) {
        let fact = "`platform` under [execution.remote] has no effect, because rigmill.toml names no server";
        let help = "set `url` under [execution.remote]; for a server from the command line, pass --remote-platform";
        warnings.push(in_manifest(fact.to_owned(), None, help));
    }
    warnings
}

/// The certificates and keys for a server whose connections are not encrypted.
fn not_encrypted(server: &RemoteChoice) -> Vec<Diagnostic> {
    let files = [
        (Setting::CertificateAuthority, &server.certificate_authority),
        (Setting::ClientCertificate, &server.client_certificate),
        (Setting::ClientKey, &server.client_key),
    ];
    let set = files.into_iter().filter(|(_, file)| file.is_some());
    let warning = |(setting, _): (Setting, _)| {
        let (variable, key) = setting.names();
        let fact =
            |name: &str| format!("{name} has no effect, because connections to {} are not encrypted", server.url);
        let help = "use a grpcs:// or https:// address, or remove this setting";
        match &server.origin {
            Origin::Option(_) => Diagnostic::warning(codes::SERVER_SETTING_UNUSED, fact(variable)).help(help),
            Origin::Manifest { keys, .. } => {
                let location = keys.iter().find(|(name, _)| *name == key).map(|(_, location)| location.clone());
                in_manifest(fact(&format!("`{key}`")), location, help)
            }
        }
    };
    set.map(warning).collect()
}

fn in_manifest(fact: String, location: Option<Location>, help: &str) -> Diagnostic {
    let diagnostic = Diagnostic::warning(codes::SERVER_SETTING_UNUSED, fact).help(help);
    Diagnostic { file: SourcePath::new(MANIFEST).ok(), location, ..diagnostic }
}
