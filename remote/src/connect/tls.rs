//! [`Tls`]: the certificates that a client trusts, and the client's own certificate.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{self, crypto::ring};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::connection::{Connection, Protocol};
use super::traffic::Counted;
use crate::failure::{CallError, plain};
use crate::settings::RemoteSettings;
use crate::settings::Server;
use crate::settings::{Certificate, RemoteError};

/// The TLS configuration that all connections to a server share.
#[derive(Clone)]
pub(super) struct Tls {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl Tls {
    pub(super) fn new(server: &Server, settings: &RemoteSettings, protocol: Protocol) -> Result<Self, RemoteError> {
        let name = ServerName::try_from(server.host.clone()).map_err(|error| RemoteError::Url(error.to_string()))?;
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config =
            config.with_safe_default_protocol_versions().map_err(|error| certificate(Certificate::System, &error))?;
        let config = config.with_root_certificates(roots(settings)?);
        let mut config = match (&settings.client_certificate, &settings.client_key) {
            (None, None) => config.with_no_client_auth(),
            (Some(chain), Some(key)) => {
                let chain = certificates(Certificate::Client, chain)?;
                // The error's text is dropped because it could contain a part of the key.
                let key = PrivateKeyDer::from_pem_slice(key)
                    .map_err(|_| certificate(Certificate::ClientKey, &"the file is not a PEM file with a key"))?;
                config.with_client_auth_cert(chain, key).map_err(|error| certificate(Certificate::Client, &error))?
            }
            (None, Some(_)) => return Err(certificate(Certificate::Client, &"only the key is set")),
            (Some(_), None) => return Err(certificate(Certificate::ClientKey, &"only the certificate is set")),
        };
        config.alpn_protocols = vec![match protocol {
            Protocol::Http1 => b"http/1.1".to_vec(),
            Protocol::Http2 => b"h2".to_vec(),
        }];
        Ok(Self { connector: TlsConnector::from(Arc::new(config)), name })
    }

    pub(super) async fn wrap(&self, stream: Counted<TcpStream>) -> Result<Connection, CallError> {
        let connected = self.connector.connect(self.name.clone(), stream).await;
        Ok(Box::pin(connected.map_err(|error| failure(&error))?))
    }
}

/// Converts an error of a TLS handshake.
fn failure(error: &io::Error) -> CallError {
    let text = plain(&error.to_string());
    match error.get_ref().and_then(|cause| cause.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(_)) => CallError::Certificate(text),
        _ => CallError::Encryption(text),
    }
}

fn certificate(what: Certificate, why: &dyn ToString) -> RemoteError {
    RemoteError::Certificate { what, why: why.to_string() }
}

fn certificates(what: Certificate, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, RemoteError> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match all {
        Ok(all) if !all.is_empty() => Ok(all),
        Ok(_) => Err(certificate(what, &"the file is not a PEM file with a certificate")),
        Err(error) => Err(certificate(what, &error)),
    }
}

/// Returns the certificate authorities from the settings, or else the system's.
fn roots(settings: &RemoteSettings) -> Result<RootCertStore, RemoteError> {
    const WHAT: Certificate = Certificate::Authority;
    let mut roots = RootCertStore::empty();
    if let Some(pem) = &settings.certificate_authority {
        for authority in certificates(WHAT, pem)? {
            roots.add(authority).map_err(|error| certificate(WHAT, &error))?;
        }
        return Ok(roots);
    }
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    match roots.is_empty() {
        true => Err(certificate(
            Certificate::System,
            &"the system has none; set `certificate_authority` under [cache.remote], or RIGMILL_REMOTE_CERTIFICATE_AUTHORITY",
        )),
        false => Ok(roots),
    }
}
