//! Opens a remote cache, or machines that run actions.

use std::sync::Arc;

use rigmill_graph::RemoteExecutor;
#[cfg(feature = "remote")]
use rigmill_remote::{Certificate, RemoteError};
use rigmill_store::RemoteStore;

use super::execution::ExecutionChoice;
use super::server::RemoteChoice;
#[cfg(feature = "remote")]
use super::server::{Origin, Setting};
use crate::failure::Failure;

/// Opens the chosen store. The connection is made at the first call.
#[cfg(feature = "remote")]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    rigmill_remote::open(&settings(choice)).map_err(|error| invalid(choice, &error))
}

/// Returns the failure for settings that cannot be used, at their place.
#[cfg(feature = "remote")]
pub(crate) fn invalid(choice: &RemoteChoice, error: &RemoteError) -> Failure {
    let fact = error.to_string();
    let of_file = |setting: Setting, what: &str| {
        let help = match &choice.origin {
            Origin::Option(_) => format!("set {} to the path of a PEM file with {what}", setting.names().0),
            Origin::Manifest { .. } => {
                format!("set `{}` under [cache.remote] to the path of a PEM file with {what}", setting.names().1)
            }
        };
        choice.invalid(setting, &fact, &help)
    };
    match error {
        RemoteError::Header(_) => {
            choice.invalid(Setting::Headers, &fact, "write one header per line, such as `Authorization: Bearer TOKEN`")
        }
        RemoteError::Certificate { what: Certificate::Authority, .. } => {
            of_file(Setting::CertificateAuthority, "certificates")
        }
        RemoteError::Certificate { what: Certificate::Client, .. } => {
            of_file(Setting::ClientCertificate, "the certificate of this machine")
        }
        RemoteError::Certificate { what: Certificate::ClientKey, .. } => {
            of_file(Setting::ClientKey, "the key of this machine's certificate")
        }
        RemoteError::Certificate { what: Certificate::System, .. } => {
            of_file(Setting::CertificateAuthority, "the certificate authority of the server")
        }
        // The failure names the address already, which may contain a password.
        RemoteError::NoScheme(address) => {
            let address = if address.contains('@') { "HOST:PORT" } else { address.as_str() };
            let help = format!("write grpc://{address} or http://{address}");
            choice.invalid(Setting::Url, "the address has no scheme", &help)
        }
        RemoteError::Password => choice.invalid(Setting::Url, &fact, &choice.access_help()),
        RemoteError::NotExecutable(_) => choice.invalid(
            Setting::Url,
            "actions cannot run on this kind of server",
            "use a server of the Remote Execution API, such as grpc://HOST:PORT or grpcs://HOST:PORT",
        ),
        RemoteError::NoTls => choice.invalid(
            Setting::Url,
            &fact,
            "use a grpc:// or http:// address, or build Rigmill with the feature `tls`",
        ),
        RemoteError::Thread(_) => Failure::other(fact, Some("end some programs, or build with --no-remote")),
        _ => choice.invalid(
            Setting::Url,
            &fact,
            "write an address such as grpc://HOST:PORT, grpcs://HOST or https://HOST/PATH",
        ),
    }
}

#[cfg(feature = "remote")]
pub(crate) fn settings(choice: &RemoteChoice) -> rigmill_remote::RemoteSettings {
    rigmill_remote::RemoteSettings {
        instance: choice.instance.clone(),
        upload: choice.upload,
        headers: choice.headers.clone(),
        certificate_authority: choice.certificate_authority.clone(),
        client_certificate: choice.client_certificate.clone(),
        client_key: choice.client_key.clone(),
        access_help: choice.access_help(),
        ..rigmill_remote::RemoteSettings::new(&choice.url)
    }
}

#[cfg(not(feature = "remote"))]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    Err(without_remote(choice))
}

/// Returns the failure if this program was built without support for remote caches.
#[cfg(not(feature = "remote"))]
fn without_remote(choice: &RemoteChoice) -> Failure {
    let help = "build Rigmill with `--features remote`, or pass --no-remote";
    Failure::other(format!("this program was built without remote caches, and cannot use {}", choice.url), Some(help))
}

/// Opens the chosen machines. They run the same program as this machine.
#[cfg(feature = "remote")]
pub(crate) fn open_executor(choice: &ExecutionChoice) -> Result<Arc<dyn RemoteExecutor>, Failure> {
    let program = std::env::current_exe().map_err(Failure::io("find the program", "rigmill"))?;
    let settings = rigmill_remote::ExecutionSettings {
        command: vec!["worker".to_owned()],
        jobs: choice.jobs,
        platform: choice.platform.clone(),
        ..rigmill_remote::ExecutionSettings::new(settings(&choice.server), program)
    };
    rigmill_remote::open_executor(&settings).map_err(|error| invalid(&choice.server, &error))
}

#[cfg(not(feature = "remote"))]
pub(crate) fn open_executor(choice: &ExecutionChoice) -> Result<Arc<dyn RemoteExecutor>, Failure> {
    Err(without_remote(&choice.server))
}
