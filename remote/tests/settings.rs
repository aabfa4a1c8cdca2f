//! Tests invalid settings, and the report of `examine`.

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
    assert_eq!((&report.problem, report.is_refused, report.may_update), (&None, false, Some(true)), "{report:?}");
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
