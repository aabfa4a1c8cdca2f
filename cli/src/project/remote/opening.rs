//! Opens a remote cache.

use std::sync::Arc;

use rigmill_graph::RemoteStore;

use super::choice::RemoteChoice;
use crate::failure::Failure;

/// The store of a choice. It connects with the first call.
#[cfg(feature = "remote")]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    rigmill_remote::open(&settings(choice)).map_err(|error| Failure::other(error.to_string(), None))
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
        ..rigmill_remote::RemoteSettings::new(&choice.url)
    }
}

/// A program without remote caches cannot do what it was asked for.
#[cfg(not(feature = "remote"))]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    let help = "build it with `--features remote`, or leave the remote cache out with --no-remote";
    Err(Failure::other(format!("this program was built without remote caches, such as {}", choice.url), Some(help)))
}
