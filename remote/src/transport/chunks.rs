//! [`chunks`]: reads the bytes of a source in parts, so that a large file is never completely in memory.

use std::fs::File;
use std::io::{self, Read};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::source::Source;

/// The number of bytes of a part.
const CHUNK: usize = 256 << 10;

/// The number of parts that are read ahead.
const AHEAD: usize = 2;

/// Returns the parts of a source, in order. The stream ends after an error. Must be called within the runtime.
pub(crate) fn chunks(source: Source) -> mpsc::Receiver<io::Result<Bytes>> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    match source {
        Source::Bytes(mut bytes) => drop(tokio::spawn(async move {
            while !bytes.is_empty() {
                let part = bytes.split_to(bytes.len().min(CHUNK));
                if sender.send(Ok(part)).await.is_err() {
                    return;
                }
            }
        })),
        Source::File(path) => drop(tokio::task::spawn_blocking(move || {
            let sent = File::open(&path).and_then(|file| send_file(file, &sender));
            if let Err(error) = sent {
                let _ = sender.blocking_send(Err(error));
            }
        })),
    }
    receiver
}

fn send_file(mut file: File, sender: &mpsc::Sender<io::Result<Bytes>>) -> io::Result<()> {
    loop {
        let mut part = Vec::with_capacity(CHUNK);
        let read = file.by_ref().take(CHUNK as u64).read_to_end(&mut part)?;
        // If the receiver was dropped, the rest is not needed.
        if read == 0 || sender.blocking_send(Ok(part.into())).is_err() {
            return Ok(());
        }
    }
}
