//! [`TlsProxy`]: adds TLS to a server that does not use it.

use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

/// The authority that signed all certificates of the tests.
pub(crate) const AUTHORITY: &[u8] = include_bytes!("../certificates/authority.pem");
pub(crate) const CLIENT: &[u8] = include_bytes!("../certificates/client.pem");
pub(crate) const CLIENT_KEY: &[u8] = include_bytes!("../certificates/client.key.pem");
const SERVER: &[u8] = include_bytes!("../certificates/server.pem");
const SERVER_KEY: &[u8] = include_bytes!("../certificates/server.key.pem");

/// A proxy that adds TLS to a server.
pub(crate) struct TlsProxy {
    port: u16,
    runtime: Option<Runtime>,
}

impl TlsProxy {
    /// Starts the proxy. If `wants_certificate` is true, it accepts only clients with a certificate.
    pub(crate) fn start(server: u16, protocol: &str, wants_certificate: bool) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let acceptor = TlsAcceptor::from(Arc::new(config(protocol, wants_certificate)));
        runtime.spawn(async move {
            loop {
                let (client, acceptor) = (listener.accept().await.unwrap().0, acceptor.clone());
                tokio::spawn(async move {
                    let Ok(mut client) = acceptor.accept(client).await else { return };
                    let mut server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Self { port, runtime: Some(runtime) }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

fn config(protocol: &str, wants_certificate: bool) -> ServerConfig {
    let provider = Arc::new(default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(AUTHORITY).unwrap()).unwrap();
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build().unwrap();
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = match wants_certificate {
        true => config.with_client_cert_verifier(verifier),
        false => config.with_no_client_auth(),
    };
    let chain = vec![CertificateDer::from_pem_slice(SERVER).unwrap()];
    let mut config = config.with_single_cert(chain, PrivateKeyDer::from_pem_slice(SERVER_KEY).unwrap()).unwrap();
    config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
    config
}
