//! Tests with servers that use TLS.

use rigmill_remote::{RemoteError, RemoteSettings, examine, open};

use crate::support::{AUTHORITY, CLIENT, CLIENT_KEY, Casd, HttpServer, TlsProxy, finish, key, plain_upload};

fn trusting(url: &str) -> RemoteSettings {
    RemoteSettings { certificate_authority: Some(AUTHORITY.to_vec()), upload: true, ..RemoteSettings::new(url) }
}

fn with_certificate(url: &str) -> RemoteSettings {
    let (client_certificate, client_key) = (Some(CLIENT.to_vec()), Some(CLIENT_KEY.to_vec()));
    RemoteSettings { client_certificate, client_key, ..trusting(url) }
}

/// Stores a value and reads it. Then checks that this fails if the authority that signed the server's certificate is not
/// trusted.
fn only_a_trusted_server_is_used(url: &str) {
    let store = open(&trusting(url)).unwrap();
    store.upload(vec![plain_upload(key(1), b"value")]);
    finish(&*store);
    assert_eq!(store.value(key(1)).unwrap(), b"value");
    // This certificate did not sign the server's certificate.
    let other = RemoteSettings { certificate_authority: Some(CLIENT.to_vec()), ..trusting(url) };
    let report = examine(&other).unwrap();
    assert!(report.problem.as_ref().is_some_and(|problem| problem.contains("certificate")), "{report:?}");
}

#[test]
fn an_http_server_is_used_if_it_is_trusted() {
    let server = HttpServer::start(None);
    let tls = TlsProxy::start(server.port(), "http/1.1", false);
    only_a_trusted_server_is_used(&format!("https://localhost:{}/cache", tls.port()));
    only_a_trusted_server_is_used(&format!("https://127.0.0.1:{}/cache", tls.port()));
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_server_of_the_remote_execution_api_is_used_if_it_is_trusted() {
    let server = Casd::start();
    let tls = TlsProxy::start(server.port(), "h2", false);
    only_a_trusted_server_is_used(&format!("grpcs://localhost:{}", tls.port()));
}

#[test]
fn a_client_shows_its_certificate() {
    let server = HttpServer::start(None);
    let tls = TlsProxy::start(server.port(), "http/1.1", true);
    let url = format!("https://localhost:{}/cache", tls.port());
    assert!(examine(&trusting(&url)).unwrap().problem.is_some());
    assert_eq!(examine(&with_certificate(&url)).unwrap().problem, None);
}

#[test]
fn certificates_and_keys_that_cannot_be_used_are_errors() {
    let url = "https://localhost:1";
    let with = |change: &dyn Fn(&mut RemoteSettings)| {
        let mut settings = with_certificate(url);
        change(&mut settings);
        open(&settings).unwrap_err()
    };
    let errors = [
        with(&|settings| settings.certificate_authority = Some(b"s3cret".to_vec())),
        with(&|settings| settings.client_certificate = Some(b"s3cret".to_vec())),
        with(&|settings| settings.client_key = Some(b"s3cret".to_vec())),
        with(&|settings| settings.client_key = Some(CLIENT.to_vec())),
        with(&|settings| settings.client_key = None),
        with(&|settings| settings.client_certificate = None),
    ];
    for error in errors {
        assert!(matches!(error, RemoteError::Certificate { .. }) && !error.to_string().contains("s3cret"), "{error}");
    }
}
