//! Tests invalid settings, and the report of `examine`.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use rigmill_remote::{ExecutionSettings, RemoteError, RemoteSettings, examine, open, open_executor};
use tempfile::TempDir;

use crate::support::{Casd, Fault, HttpServer, Proxy};

#[test]
fn an_invalid_header_is_named_without_its_value() {
    for url in ["grpc://localhost:1", "http://localhost:1"] {
        for (name, value) in [("x-token", "s3cret\n"), ("x token", "s3cret"), ("", "s3cret"), ("x", "s3cret\u{1}")] {
            let headers = vec![(name.to_owned(), value.to_owned())];
            let error = open(&RemoteSettings { headers, ..RemoteSettings::new(url) }).unwrap_err();
            assert!(matches!(error, RemoteError::Header(_)) && !error.to_string().contains("s3cret"), "{error}");
        }
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_server_of_the_remote_execution_api_is_examined() {
    let report = examine(&RemoteSettings::new(Casd::start().url())).unwrap();
    assert_eq!((&report.problem, &report.help, report.may_update), (&None, &None, Some(true)), "{report:?}");
    assert!(report.digest_functions.contains(&"SHA256".to_owned()) && report.api_versions.is_some(), "{report:?}");
    assert!(report.latency.unwrap().as_millis() < 400 && report.batch_limit.is_some(), "{report:?}");
    let report = examine(&RemoteSettings::new(Casd::start_executing().url())).unwrap();
    assert_eq!((&report.problem, report.executes), (&None, Some(true)), "{report:?}");
}

#[test]
fn actions_run_on_servers_of_the_remote_execution_api_only() {
    for url in ["http://localhost:1", "https://localhost:1", "/cache"] {
        let settings = ExecutionSettings::new(RemoteSettings::new(url), "rigmill");
        let error = open_executor(&settings).unwrap_err();
        assert!(matches!(error, RemoteError::NotExecutable(_)) && error.to_string().contains("grpc://"), "{error}");
    }
    let settings = ExecutionSettings::new(RemoteSettings::new("grpc://localhost:1"), "rigmill");
    assert_eq!(open_executor(&ExecutionSettings { jobs: 7, ..settings }).unwrap().slots(), 7);
}

#[test]
fn an_http_server_and_a_folder_are_examined() {
    let folder = TempDir::new().unwrap();
    for url in [HttpServer::start(None).url(), folder.path().to_str().unwrap().to_owned()] {
        let report = examine(&RemoteSettings::new(url)).unwrap();
        assert!(report.problem.is_none() && report.latency.is_some() && report.executes.is_none(), "{report:?}");
    }
}

#[test]
fn what_does_not_answer_is_reported() {
    let silent = Proxy::start(1, Fault::Silence);
    for url in [
        "grpc://127.0.0.1:1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("grpc://127.0.0.1:{}", silent.port()),
        format!("http://127.0.0.1:{}", silent.port()),
        "/nonexistent/cache".to_owned(),
    ] {
        let report = examine(&RemoteSettings::new(url.as_str())).unwrap();
        assert!(report.problem.is_some() && report.latency.is_none() && report.address == url, "{report:?}");
    }
}

/// Starts a server that sends the same text to every client, and returns its port.
fn constant_server(answer: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]).and_then(|_| stream.write_all(answer.as_bytes()));
        }
    });
    port
}

/// Examines a server with uploads, and returns its problem and the help.
fn problem(url: &str) -> (String, String) {
    let report =
        examine(&RemoteSettings { upload: true, access_help: "set the token".to_owned(), ..RemoteSettings::new(url) });
    let report = report.unwrap();
    (report.problem.or(report.upload_problem).unwrap_or_default(), report.help.unwrap_or_default())
}

#[test]
fn the_help_depends_on_the_kind_of_problem() {
    let http = |answer| problem(&format!("http://127.0.0.1:{}/cache", constant_server(answer)));
    let forbidden = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let moved = "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let (fact, help) = http(forbidden);
    assert!(fact.contains("403 Forbidden") && help == "set the token", "{fact}: {help}");
    for (answer, status) in [(missing, "404"), (moved, "302")] {
        let (fact, help) = http(answer);
        assert!(fact.contains(status) && help.starts_with("check the address: the path"), "{fact}: {help}");
    }
    let port = constant_server(missing);
    let mut other_protocols = vec![format!("grpc://127.0.0.1:{port}")];
    if cfg!(feature = "tls") {
        other_protocols.extend([format!("grpcs://127.0.0.1:{port}"), format!("https://127.0.0.1:{port}")]);
    }
    for url in other_protocols {
        let (fact, help) = problem(&url);
        assert!(help.starts_with("check the scheme"), "{url}: {fact}: {help}");
    }
    let (fact, help) = problem("/nonexistent/cache");
    assert!(fact == "there is no such folder" && help.starts_with("create the folder"), "{fact}: {help}");
}

#[test]
fn a_test_upload_finds_a_server_that_refuses_uploads() {
    let refusing = HttpServer::start(Some("token"));
    let (fact, help) = problem(&refusing.url());
    assert!(fact.contains("401") && help == "set the token", "{fact}: {help}");
    assert_eq!(problem(&HttpServer::start(None).url()), Default::default());
}
