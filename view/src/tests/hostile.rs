//! Tests requests that must be rejected: from other programs or other sites, or with bytes that are not a request.

use std::io::Write;
use std::net::{Shutdown, TcpStream};

use rigmill_format::Content;
use serde_json::json;
use tungstenite::{Error, Message};

use super::{Shown, clip, heard, skeleton};

#[test]
fn nothing_is_answered_without_the_token() {
    let shown = Shown::new();
    let root = shown.root();
    let wrong_digit = root.replace(&root[1..2], if &root[1..2] == "0" { "1" } else { "0" });
    let paths =
        ["/", "/assets", "/main.js", "/favicon.ico", "//assets", "/x/assets", &root[..root.len() - 2], &wrong_digit];
    for path in paths {
        let answer = shown.get_with(path, "");
        assert_eq!(answer.status, 403, "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains(&root[1..9]), "{path}: the answer has the token in it");
    }
    assert_eq!(shown.get_with(&root, "").status, 200);
}

#[test]
fn every_server_has_another_token() {
    let tokens = [Shown::new().root(), Shown::new().root()];
    assert_ne!(tokens[0], tokens[1]);
    // 128 bits as hexadecimal digits, between slashes.
    assert!(tokens.iter().all(|it| it.len() == 34));
}

#[test]
fn only_a_loopback_host_is_answered() {
    let shown = Shown::new();
    let status =
        |host: &str| shown.send(format!("GET {} HTTP/1.1\r\nHost: {host}\r\n\r\n", shown.root()).as_bytes()).status;
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example:1",
        "0.0.0.0:80",
        "127.0.0.1:x",
        "",
    ] {
        assert_eq!(status(host), 421, "{host}");
    }
    // The port may be that of a tunnel.
    for host in ["127.0.0.1", "localhost", "localhost:9000", "127.0.0.1:9000"] {
        assert_eq!(status(host), 200, "{host}");
    }
}

#[test]
fn other_sites_are_refused() {
    let shown = Shown::new();
    let foreign = [
        "Origin: http://evil.example\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
        format!("Origin: https://{}\r\n", shown.host()),
        "Origin: http://127.0.0.1:1\r\n".to_owned(),
        "Sec-Fetch-Site: cross-site\r\n".to_owned(),
        "Sec-Fetch-Site: same-site\r\n".to_owned(),
    ];
    for fields in &foreign {
        assert_eq!(shown.get_with(&shown.root(), fields).status, 403, "{fields}");
    }
    let own = format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", shown.host());
    assert_eq!(shown.get_with(&shown.root(), &own).status, 200);
}

#[test]
fn a_file_may_lead_to_the_page_and_to_nothing_else() {
    let shown = Shown::new();
    let from_file = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(shown.get_with(&shown.root(), from_file).status, 200);
    for path in ["assets", "content/Arm.skeleton", "main.js", "live", "index.html"] {
        assert_eq!(shown.get_with(&format!("{}{path}", shown.root()), from_file).status, 403, "{path}");
    }
    assert_eq!(shown.get_with("/", from_file).status, 403, "without the token");
    for framed in ["iframe", "frame", "embed", "object", "empty"] {
        let fields = from_file.replace("document", framed);
        assert_eq!(shown.get_with(&shown.root(), &fields).status, 403, "{framed}");
    }
    assert_eq!(shown.get_with(&shown.root(), &format!("{from_file}Origin: null\r\n")).status, 403, "a form");
}

#[test]
fn a_websocket_needs_an_origin_and_a_key() {
    let shown = Shown::new();
    let live = format!("{}live", shown.root());
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let own = format!("Origin: http://{}\r\n", shown.host());
    assert_eq!(shown.get_with(&live, &own).status, 400, "no upgrade");
    assert_eq!(shown.get_with(&live, &format!("{upgrade}{own}")).status, 400, "no key");
    assert_eq!(shown.get_with(&live, &format!("{upgrade}{key}")).status, 400, "no origin");
    let foreign = format!("{upgrade}{key}Origin: http://evil.example\r\n");
    assert_eq!(shown.get_with(&live, &foreign).status, 403, "a foreign origin");
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let shown = Shown::new();
    let paths = [
        "content/../secret",
        "content/..%2fsecret",
        "content/%2e%2e/secret",
        "content/Moves/../../secret",
        "content//secret",
        "content/%2fetc/passwd",
        "content/..%5csecret",
        "content/secret%00",
        "content/%ff",
        "content/",
        "../Cargo.toml",
        "page.rs",
        "tests/readers.test.js",
        "package.json",
    ];
    for path in paths {
        assert_eq!(shown.get(path).status, 404, "{path}");
    }
}

#[test]
fn links_out_of_the_folder_are_not_listed() {
    let shown = Shown::new();
    #[cfg(unix)]
    std::os::unix::fs::symlink(shown.folder.path(), shown.folder.path().join("content/out")).unwrap();
    let list = String::from_utf8(shown.get("assets").body).unwrap();
    assert!(list.contains("Moves/Reach") && !list.contains("secret"), "{list}");
}

#[test]
fn only_sound_content_is_sent() {
    let shown = Shown::new();
    assert_eq!(shown.get("content/Arm.skeleton").body, skeleton().encode().unwrap());
    assert_eq!(shown.get("content/Moves/Reach").body, clip().encode().unwrap());
    shown.write("Damaged.skeleton", &skeleton().encode().unwrap()[..100]);
    assert_eq!(shown.get("content/Damaged.skeleton").status, 404, "a damaged file");
}

#[test]
fn only_sound_requests_are_read() {
    let shown = Shown::new();
    let root = shown.root();
    let send = |text: String| shown.send(text.as_bytes()).status;
    let host = format!("Host: {}\r\n", shown.host());
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT", "get"] {
        assert_eq!(send(format!("{method} {root} HTTP/1.1\r\n{host}\r\n")), 405, "{method}");
    }
    let malformed = [
        format!("GET {root} HTTP/1.1\r\n\r\n"),
        format!("GET {root} HTTP/1.0\r\n{host}\r\n"),
        format!("GET {root} HTTP/1.1\r\n{host}{host}\r\n"),
        format!("GET {root} HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\n"),
        format!("GET {root} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n"),
        format!("GET {root} HTTP/1.1\r\n{host}\r\nGET {root} HTTP/1.1\r\n{host}\r\n"),
        "\x16\x03\x01\x02\x00\x01\x00".to_owned(),
        "\0\0\0\0\r\n\r\n".to_owned(),
    ];
    for text in malformed {
        assert_eq!(send(text.clone()), 400, "{text:?}");
    }
    let long = format!("GET {root} HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(100_000));
    let many = format!("GET {root} HTTP/1.1\r\n{host}{}\r\n", "X: x\r\n".repeat(1000));
    assert_eq!([send(long), send(many)], [431, 431]);
    // The server still responds.
    assert_eq!(shown.get("").status, 200);
}

#[test]
fn connections_that_say_nothing_or_break_off_hold_nothing_up() {
    let shown = Shown::new();
    let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(shown.host()).unwrap()).collect();
    for _ in 0..100 {
        let mut broken = TcpStream::connect(shown.host()).unwrap();
        // The server may already have rejected the connection, because there are too many.
        let _ = broken.write_all(b"GET / HT").and_then(|()| broken.shutdown(Shutdown::Both));
    }
    // The server soon notices the broken connections.
    assert!((0..1000).any(|_| shown.get("").status == 200));
    drop(silent);
}

#[test]
fn too_many_connections_are_refused_and_no_more_than_that() {
    let shown = Shown::new();
    let silent: Vec<TcpStream> = (0..80).map(|_| TcpStream::connect(shown.host()).unwrap()).collect();
    assert_ne!(shown.get("").status, 200);
    drop(silent);
    // The server soon notices the closed connections.
    assert!((0..1000).any(|_| shown.get("").status == 200));
}

#[test]
fn long_messages_end_a_session_and_odd_ones_do_not() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    assert_eq!(heard(&mut tab)["tell"], "build");
    for odd in [
        "",
        "{}",
        "[[[",
        "{\"ask\":\"files\"}",
        "{\"ask\":\"pose\"}",
        "{\"ask\":\"clips\",\"shown\":1}",
        "{\"ask\":\"pose\",\"skeleton\":\"Arm.skeleton\",\"figures\":[{\"plays\":[{\"clip\":\"Moves/Reach\",\"time\":1e999}]}],\"ticket\":1}",
    ] {
        tab.send(Message::text(odd)).unwrap();
        assert_eq!(heard(&mut tab)["tell"], "misunderstood", "{odd}");
    }
    for skeleton in ["../secret", "Moves/Reach", "Missing"] {
        super::ask(
            &mut tab,
            &json!({ "ask": "pose", "skeleton": skeleton, "figures": [{ "plays": [{ "clip": "Moves/Reach", "time": 0 }] }], "ticket": 7 }),
        );
        let told = heard(&mut tab);
        assert_eq!((&told["tell"], &told["ticket"]), (&"no-pose".into(), &7.into()), "{skeleton}");
    }
    // This exceeds the size limit of messages.
    let _ = tab.send(Message::text("x".repeat(1_000_000)));
    assert!(matches!(
        tab.read(),
        Err(Error::Io(_) | Error::ConnectionClosed | Error::Protocol(_)) | Ok(Message::Close(_))
    ));
    assert_eq!(shown.get("").status, 200);
}
