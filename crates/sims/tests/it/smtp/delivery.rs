//! Deliveries by a real SMTP client over a real socket.

use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Attachment, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sims::smtp::{Action, Config, Fault, Handle, Query, Stage, start};
use tokio::time::timeout;

type Mailer = AsyncSmtpTransport<Tokio1Executor>;

const SOON: Duration = Duration::from_secs(10);

async fn sink() -> Handle {
    start(Config::for_tests()).await.expect("a sink on a free port")
}

fn mailer(sink: &Handle) -> Mailer {
    Mailer::builder_dangerous("127.0.0.1").port(sink.smtp_addr.port()).build()
}

/// The outcome of one attempt.
#[derive(Debug, PartialEq)]
enum Outcome {
    Sent,
    Transient,
    Permanent,
    Broken,
    TimedOut,
}

async fn attempt(sink: &Handle, mail: Message) -> Outcome {
    // The client's own timeout covers only connecting.
    match timeout(Duration::from_millis(400), mailer(sink).send(mail)).await {
        Ok(Ok(_)) => Outcome::Sent,
        Ok(Err(error)) if error.is_permanent() => Outcome::Permanent,
        Ok(Err(error)) if error.is_transient() => Outcome::Transient,
        Ok(Err(_)) => Outcome::Broken,
        Err(_) => Outcome::TimedOut,
    }
}

fn mail(to: &str, subject: &str) -> Message {
    Message::builder()
        .from("Harken <alerts@harken.test>".parse().unwrap())
        .to(to.parse().unwrap())
        .subject(subject)
        .multipart(MultiPart::alternative_plain_html(
            "A line.\r\n.hidden dot\r\n..two dots\r\nGrüße 👋".to_owned(),
            "<p>Grüße 👋</p>".to_owned(),
        ))
        .unwrap()
}

fn to(address: &str) -> Query {
    Query { to: Some(address.to_owned()), ..Query::default() }
}

#[tokio::test]
async fn a_delivered_mail_is_shown_with_its_parts_decoded() {
    let sink = sink().await;
    mailer(&sink).send(mail("ada@example.org", "Ein Treffer für „Müller“ 🎉")).await.unwrap();
    let found = sink.mailbox.wait(&to("Ada@Example.org"), 1, SOON).await;
    let message = &found[0];
    assert_eq!(message.from, "alerts@harken.test");
    assert_eq!(message.to, ["ada@example.org"]);
    assert_eq!(message.subject, "Ein Treffer für „Müller“ 🎉");
    let text = message.text.as_deref().unwrap().replace("\r\n", "\n");
    assert_eq!(text.trim_end(), "A line.\n.hidden dot\n..two dots\nGrüße 👋");
    assert_eq!(message.html.as_deref().unwrap().trim_end(), "<p>Grüße 👋</p>");
    assert_eq!(message.header("From"), Some("Harken <alerts@harken.test>"));
    assert!(message.raw.contains("multipart/alternative"));
}

#[tokio::test]
async fn a_header_of_its_own_and_an_attachment_are_listed() {
    let sink = sink().await;
    let body =
        MultiPart::mixed().singlepart(SinglePart::plain("See the file.".to_owned())).singlepart(
            Attachment::new("report.csv".to_owned())
                .body("a,b".to_owned(), ContentType::parse("text/csv").unwrap()),
        );
    let mail = Message::builder()
        .from("alerts@harken.test".parse().unwrap())
        .to("ada@example.org".parse().unwrap())
        .subject("Report")
        .header(Unsubscribe("<https://harken.test/u/1>".to_owned()))
        .multipart(body)
        .unwrap();
    mailer(&sink).send(mail).await.unwrap();
    let found = sink.mailbox.wait(&Query::default(), 1, SOON).await;
    assert_eq!(found[0].header("list-unsubscribe"), Some("<https://harken.test/u/1>"));
    assert_eq!(found[0].attachments, ["report.csv (text/csv)"]);
    assert_eq!(found[0].text.as_deref().map(str::trim_end), Some("See the file."));
    assert_eq!(found[0].html, None);
}

#[derive(Clone)]
struct Unsubscribe(String);

impl lettre::message::header::Header for Unsubscribe {
    fn name() -> lettre::message::header::HeaderName {
        lettre::message::header::HeaderName::new_from_ascii_str("List-Unsubscribe")
    }
    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }
    fn display(&self) -> lettre::message::header::HeaderValue {
        lettre::message::header::HeaderValue::new(Self::name(), self.0.clone())
    }
}

#[tokio::test]
async fn any_login_is_taken_by_both_mechanisms() {
    use lettre::transport::smtp::authentication::Mechanism;
    let sink = sink().await;
    for mechanism in [Mechanism::Plain, Mechanism::Login] {
        let mailer = Mailer::builder_dangerous("127.0.0.1")
            .port(sink.smtp_addr.port())
            .credentials(Credentials::new("user".to_owned(), "secret".to_owned()))
            .authentication(vec![mechanism])
            .build();
        mailer.send(mail("ada@example.org", "Hello")).await.unwrap();
    }
    assert_eq!(sink.mailbox.stats().messages, 2);
}

#[tokio::test]
async fn every_fault_fails_its_delivery_and_the_next_one_succeeds() {
    use Action::{Closing, Cut, Permanent, Stall, Transient};
    use Stage::{AfterData, Connect, Data, Mail, Rcpt};
    let sink = sink().await;
    for stage in [Connect, Mail, Rcpt, Data, AfterData] {
        for action in [Closing, Transient, Permanent, Stall, Cut] {
            sink.mailbox.fault(Fault::once(stage, action));
            let case = format!("{stage:?} {action:?}");
            let expected = match action {
                Closing | Transient => Outcome::Transient,
                Permanent => Outcome::Permanent,
                Stall => Outcome::TimedOut,
                Cut => Outcome::Broken,
                _ => Outcome::Sent,
            };
            let outcome = attempt(&sink, mail("ada@example.org", &case)).await;
            assert_eq!(outcome, expected, "{case}");
            assert_eq!(sink.mailbox.stats().messages, 0, "{case}");
            let next = attempt(&sink, mail("ada@example.org", &case)).await;
            assert_eq!(next, Outcome::Sent, "after {case}");
            sink.mailbox.clear();
        }
    }
}

#[tokio::test]
async fn a_cut_after_keeping_leaves_the_mail_there_and_the_sender_in_doubt() {
    let sink = sink().await;
    sink.mailbox.fault(Fault::once(Stage::AfterKept, Action::Cut));
    mailer(&sink).send(mail("ada@example.org", "Twice?")).await.unwrap_err();
    assert_eq!(sink.mailbox.messages(&to("ada@example.org")).len(), 1);
}

#[tokio::test]
async fn a_held_session_continues_when_it_is_released() {
    let sink = sink().await;
    for stage in [Stage::Rcpt, Stage::AfterKept] {
        sink.mailbox.fault(Fault::once(stage, Action::Hold));
        let mailer = mailer(&sink);
        let held = mailer.send(mail("ada@example.org", "Slowly"));
        let release = async {
            while sink.mailbox.stats().faults_waiting > 0 {
                tokio::task::yield_now().await;
            }
            sink.mailbox.release();
        };
        let (sent, ()) = tokio::join!(held, release);
        sent.unwrap();
    }
    assert_eq!(sink.mailbox.messages(&to("ada@example.org")).len(), 2);
}

#[tokio::test]
async fn a_fault_for_one_recipient_spares_the_others() {
    let sink = sink().await;
    let fault = Fault::once(Stage::Rcpt, Action::Permanent);
    sink.mailbox.fault(Fault { to: Some("gone@".to_owned()), ..fault });
    mailer(&sink).send(mail("ada@example.org", "Fine")).await.unwrap();
    let error = mailer(&sink).send(mail("gone@example.org", "Not")).await.unwrap_err();
    assert!(error.is_permanent());
}

#[tokio::test]
async fn only_counting_keeps_no_message() {
    let sink = start(Config { count_only: true, ..Config::for_tests() }).await.unwrap();
    mailer(&sink).send(mail("ada@example.org", "Counted")).await.unwrap();
    assert!(sink.mailbox.wait_for_count(1, SOON).await);
    assert_eq!(sink.mailbox.stats().messages, 1);
    assert!(sink.mailbox.messages(&Query::default()).is_empty());
}

#[tokio::test]
async fn a_waiter_is_woken_by_the_mail_it_waits_for() {
    let sink = sink().await;
    let mailbox = sink.mailbox.clone();
    let query = Query { subject_contains: Some("second".to_owned()), ..Query::default() };
    let waiter = tokio::spawn(async move { mailbox.wait(&query, 1, SOON).await });
    mailer(&sink).send(mail("ada@example.org", "the first")).await.unwrap();
    mailer(&sink).send(mail("ada@example.org", "the second")).await.unwrap();
    assert_eq!(waiter.await.unwrap()[0].subject, "the second");
}

#[tokio::test]
async fn what_was_accepted_is_reported_to_its_sender_on_demand() {
    let sink = sink().await;
    for (action, receiver, text) in [
        (Action::Bounce, "alerts@harken.test", "Status: 5.1.1\r\n"),
        (Action::BounceFull, "alerts@harken.test", "Status: 5.2.2\r\n"),
        (Action::Complain, "complaints@sims.example", "Feedback-Type: abuse\r\n"),
    ] {
        sink.mailbox.fault(Fault::once(Stage::AfterKept, action));
        mailer(&sink).send(mail("ada@example.org", "Fine at first")).await.unwrap();
        let report = sink.mailbox.reports().pop().unwrap();
        assert_eq!(report.to, receiver);
        assert!(report.raw.contains(text), "{}", report.raw);
        assert!(report.raw.contains("alerts@harken.test"), "{}", report.raw);
    }
    assert_eq!(sink.mailbox.messages(&to("ada@example.org")).len(), 3);
    assert_eq!(sink.mailbox.reports().len(), 3);
}
