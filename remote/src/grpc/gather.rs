//! [`Gatherer`]: combines requests from many threads into few calls.
//!
//! If few calls are in flight, a new request is sent immediately. Otherwise, requests wait until a call ends, and share the
//! next call. Therefore no request waits for a timer, and calls grow with the load.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::failure::CallError;

/// The maximum number of calls in flight.
const MAX_CALLS: usize = 4;

/// The maximum number of requests in a call.
const MAX_QUESTIONS: usize = 1024;

/// The size of a request on the wire without its payload, in bytes.
const OVERHEAD: u64 = 128;

/// The initial maximum size of a call, in bytes. It grows while calls are fast, so that lookups never wait for seconds behind
/// blobs.
const FIRST_BYTES: u64 = 1 << 20;
const LEAST_BYTES: u64 = 64 << 10;
const FAST: Duration = Duration::from_millis(250);
const SLOW: Duration = Duration::from_secs(1);

/// Combines requests `Q` with responses `A`.
pub(super) struct Gatherer<Q, A>(Arc<Mutex<Queue<Q, A>>>);

struct Queue<Q, A> {
    waiting: Vec<Waiting<Q, A>>,
    calls: usize,
    /// The maximum size of the next call, in bytes.
    bytes: u64,
}

struct Waiting<Q, A> {
    question: Q,
    bytes: u64,
    since: Instant,
    reply: oneshot::Sender<Result<A, CallError>>,
}

impl<Q, A> Default for Gatherer<Q, A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Queue { waiting: Vec::new(), calls: 0, bytes: FIRST_BYTES })))
    }
}

impl<Q: Send + 'static, A: Send + 'static> Gatherer<Q, A> {
    /// Returns the response to a request with a payload of `bytes` bytes. `call` must return the responses in the order of the
    /// requests, whose payloads have at most `limit` bytes in total. It also gets the time for which the first request waited.
    pub(super) async fn ask<F, C>(&self, question: Q, bytes: u64, limit: u64, call: C) -> Result<A, CallError>
    where
        C: Fn(Vec<Q>, Duration) -> F + Send + 'static,
        F: Future<Output = Result<Vec<A>, CallError>> + Send + 'static,
    {
        let reply = self.push(question, bytes);
        self.start(limit, call);
        answer(reply).await
    }

    /// Returns the responses to several requests without payloads.
    pub(super) async fn ask_all<F, C>(&self, questions: Vec<Q>, limit: u64, call: C) -> Result<Vec<A>, CallError>
    where
        C: Fn(Vec<Q>, Duration) -> F + Send + 'static,
        F: Future<Output = Result<Vec<A>, CallError>> + Send + 'static,
    {
        let replies: Vec<_> = questions.into_iter().map(|question| self.push(question, 0)).collect();
        self.start(limit, call);
        let mut answers = Vec::with_capacity(replies.len());
        for reply in replies {
            answers.push(answer(reply).await?);
        }
        Ok(answers)
    }

    fn push(&self, question: Q, bytes: u64) -> oneshot::Receiver<Result<A, CallError>> {
        let (reply, receiver) = oneshot::channel();
        let bytes = bytes.saturating_add(OVERHEAD);
        lock(&self.0).waiting.push(Waiting { question, bytes, since: Instant::now(), reply });
        receiver
    }

    /// Starts another series of calls, unless enough are running.
    fn start<F, C>(&self, limit: u64, call: C)
    where
        C: Fn(Vec<Q>, Duration) -> F + Send + 'static,
        F: Future<Output = Result<Vec<A>, CallError>> + Send + 'static,
    {
        let mut queue = lock(&self.0);
        if queue.calls < MAX_CALLS && !queue.waiting.is_empty() {
            queue.calls += 1;
            tokio::spawn(drain(Arc::clone(&self.0), limit, call));
        }
    }
}

async fn answer<A>(reply: oneshot::Receiver<Result<A, CallError>>) -> Result<A, CallError> {
    reply.await.unwrap_or_else(|_| Err(CallError::Failed("the call was cancelled".to_owned())))
}

/// Makes calls until no request is left.
async fn drain<Q, A, F, C>(queue: Arc<Mutex<Queue<Q, A>>>, limit: u64, call: C)
where
    C: Fn(Vec<Q>, Duration) -> F,
    F: Future<Output = Result<Vec<A>, CallError>>,
{
    let mut series = Series { queue: &queue, has_ended: false };
    loop {
        let waiting = series.next(limit);
        if waiting.is_empty() {
            return;
        }
        let waited = waiting.first().map_or(Duration::ZERO, |first| first.since.elapsed());
        let (questions, replies): (Vec<_>, Vec<_>) = waiting.into_iter().map(|it| (it.question, it.reply)).unzip();
        let start = Instant::now();
        match call(questions, waited).await {
            Ok(answers) => {
                lock(&queue).adapt(start.elapsed(), limit);
                replies.into_iter().zip(answers).for_each(|(reply, answer)| drop(reply.send(Ok(answer))));
            }
            Err(error) => {
                // The remaining requests would also fail, only later.
                let rest = std::mem::take(&mut lock(&queue).waiting);
                let all = replies.into_iter().chain(rest.into_iter().map(|it| it.reply));
                all.for_each(|reply| drop(reply.send(Err(error.clone()))));
            }
        }
    }
}

/// A series of calls. It counts as running until no request is left or its task is aborted.
struct Series<'a, Q, A> {
    queue: &'a Mutex<Queue<Q, A>>,
    has_ended: bool,
}

impl<Q, A> Series<'_, Q, A> {
    /// Returns the requests for the next call. If there are none, the series ends under the same lock, so that no request is
    /// left behind.
    fn next(&mut self, limit: u64) -> Vec<Waiting<Q, A>> {
        let mut queue = lock(self.queue);
        let waiting = queue.next(limit);
        if waiting.is_empty() {
            queue.calls -= 1;
            self.has_ended = true;
        }
        waiting
    }
}

impl<Q, A> Drop for Series<'_, Q, A> {
    fn drop(&mut self) {
        if !self.has_ended {
            lock(self.queue).calls -= 1;
        }
    }
}

impl<Q, A> Queue<Q, A> {
    /// Returns the requests for the next call, oldest first. Returns at least one if there are any.
    fn next(&mut self, limit: u64) -> Vec<Waiting<Q, A>> {
        self.waiting.retain(|waiting| !waiting.reply.is_closed());
        let (mut bytes, most) = (0, self.bytes.min(limit));
        let fits = |waiting: &&Waiting<Q, A>| {
            bytes += waiting.bytes;
            bytes <= most
        };
        let count = self.waiting.iter().take(MAX_QUESTIONS).take_while(fits).count();
        self.waiting.drain(..count.max(1).min(self.waiting.len())).collect()
    }

    fn adapt(&mut self, elapsed: Duration, limit: u64) {
        if elapsed < FAST {
            self.bytes = self.bytes.saturating_mul(2).min(limit);
        } else if elapsed > SLOW {
            self.bytes = (self.bytes / 2).max(LEAST_BYTES);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(test: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test)
    }

    /// Returns the sizes of the calls for a number of requests that arrive at the same time.
    async fn calls(questions: usize, bytes: u64, limit: u64) -> Vec<usize> {
        let (gatherer, sizes) = (Arc::new(Gatherer::<usize, usize>::default()), Arc::new(Mutex::new(Vec::new())));
        let asked: Vec<_> = (0..questions)
            .map(|question| {
                let (gatherer, sizes) = (Arc::clone(&gatherer), Arc::clone(&sizes));
                tokio::spawn(async move {
                    let call = move |questions: Vec<usize>, _| {
                        lock(&sizes).push(questions.len());
                        async move {
                            tokio::time::sleep(Duration::from_millis(5)).await;
                            Ok(questions.iter().map(|question| question * 2).collect())
                        }
                    };
                    gatherer.ask(question, bytes, limit, call).await
                })
            })
            .collect();
        for (question, answer) in asked.into_iter().enumerate() {
            assert_eq!(answer.await.unwrap(), Ok(question * 2));
        }
        assert_eq!(lock(&gatherer.0).calls, 0);
        lock(&sizes).clone()
    }

    #[test]
    fn a_lone_question_is_sent_alone() {
        assert_eq!(run(calls(1, 10, 1 << 20)), [1]);
    }

    #[test]
    fn questions_that_come_together_share_few_calls() {
        let sizes = run(calls(256, 10, 1 << 20));
        assert!(sizes.iter().sum::<usize>() == 256 && sizes.len() <= 2 * MAX_CALLS, "{sizes:?}");
    }

    #[test]
    fn a_call_has_at_most_its_limits() {
        let sizes = run(calls(100, 1000, 10 * (1000 + OVERHEAD)));
        assert!(sizes.iter().all(|&size| size <= 10) && sizes.contains(&10), "{sizes:?}");
        // A request that is larger than the limit is still sent.
        assert_eq!(run(calls(3, 1000, 10)), [1, 1, 1]);
        assert!(run(calls(3000, 0, 1 << 30)).iter().all(|&size| size <= MAX_QUESTIONS));
    }

    #[test]
    fn a_failure_is_the_answer_to_all_that_wait() {
        run(async {
            let gatherer = Gatherer::<usize, usize>::default();
            let fail = |_: Vec<usize>, _| async { Err(CallError::Slow) };
            assert_eq!(gatherer.ask_all(vec![1, 2, 3], 1 << 20, fail).await, Err(CallError::Slow));
            let answer = |questions: Vec<usize>, _| async move { Ok(questions) };
            assert_eq!(gatherer.ask(1, 1, 1 << 20, answer).await, Ok(1));
        });
    }
}
