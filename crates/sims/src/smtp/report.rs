//! The emails by which a mail server reports later about a message that it has accepted.

use crate::smtp::faults::Action;

/// An email about a message that was accepted. The sink does not deliver it: whoever runs the sink passes it on, as the
/// mail server of the message's sender would.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The envelope's recipient: the sender of the message, or the address that was registered for complaints.
    pub to: String,
    /// The email as it is delivered, with its header.
    pub raw: String,
}

impl Report {
    /// Creates the report of `action` about the message `raw` from `sender`.
    pub(crate) fn new(action: Action, sender: String, recipients: &[String], raw: &[u8]) -> Self {
        let recipient = recipients.first().map_or("", String::as_str);
        let header = String::from_utf8_lossy(raw);
        let header = header.split("\r\n\r\n").next().unwrap_or_default();
        let failed = |status: &str, answer: &str| {
            let text = "The message could not be delivered.";
            let fields = format!(
                "Reporting-MTA: dns; sims.example\r\n\r\n\
                 Final-Recipient: rfc822; {recipient}\r\nAction: failed\r\nStatus: {status}\r\n\
                 Diagnostic-Code: smtp; {answer}\r\n"
            );
            ("delivery-status", text, fields)
        };
        let (kind, text, fields) = match action {
            Action::BounceFull => failed("5.2.2", "552 5.2.2 Mailbox full, on demand"),
            Action::Complain => {
                let fields = format!(
                    "Feedback-Type: abuse\r\nUser-Agent: sims/1\r\nVersion: 1\r\n\
                     Original-Mail-From: <{sender}>\r\n"
                );
                ("feedback-report", "The message was reported as spam.", fields)
            }
            _ => {
                failed("5.1.1", &format!("550 5.1.1 <{recipient}>: No such user,\r\n    on demand"))
            }
        };
        // Complaints go to the address that was registered for them, and name the sender in the report.
        let to = match action {
            Action::Complain => "complaints@sims.example".to_owned(),
            _ => sender,
        };
        let raw = format!(
            "Return-Path: <>\r\nDelivered-To: {to}\r\nFrom: Mail Delivery System <MAILER-DAEMON@sims.example>\r\n\
             To: {to}\r\nSubject: Report\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type={kind};\r\n\tboundary=\"=report\"\r\n\r\n\
             --=report\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n{text}\r\n\
             --=report\r\nContent-Type: message/{kind}\r\n\r\n{fields}\r\n\
             --=report\r\nContent-Type: text/rfc822-headers\r\n\r\n{header}\r\n--=report--\r\n"
        );
        Self { to, raw }
    }
}
