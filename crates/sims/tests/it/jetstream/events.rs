//! The events that changes make.

use serde_json::json;
use sims::jetstream::{Config, NewPost, PostId, Status};

use super::support::{ADA, Reader, post, sim, sim_at_noon};

#[tokio::test]
async fn a_reply_refers_to_its_parent_and_to_where_the_thread_begins() {
    let sim = sim().await;
    let mut reader = Reader::new(&sim, "").await;
    let root = post(&sim, "root");
    let parent = sim.control.post(NewPost::reply(&root, "parent")).unwrap();
    let reply = NewPost::reply(&parent, "reply").quote(&root);
    sim.control.post(reply).unwrap();
    let strong_ref = |id: &PostId| {
        let cid = sim.control.find(id).unwrap().cid;
        json!({ "cid": cid, "uri": format!("at://{}/app.bsky.feed.post/{}", id.did, id.rkey) })
    };
    let (to_root, to_parent) = (strong_ref(&root), strong_ref(&parent));
    reader.event().await;
    let first = reader.event().await;
    assert_eq!(first["commit"]["record"]["reply"], json!({ "parent": to_root, "root": to_root }));
    let second = reader.event().await;
    assert_eq!(
        second["commit"]["record"]["reply"],
        json!({ "parent": to_parent, "root": to_root })
    );
    assert_eq!(
        second["commit"]["record"]["embed"],
        json!({ "$type": "app.bsky.embed.record", "record": to_root })
    );
    let nowhere = PostId { did: ADA.to_owned(), rkey: "3aaaaaaaaaaaa".to_owned() };
    assert!(sim.control.post(NewPost::reply(&nowhere, "no")).is_err());
}

#[tokio::test]
async fn updates_deletes_accounts_and_handles_are_events() {
    let (sim, _) = sim_at_noon(Config::for_tests()).await;
    let new = NewPost::text("See #tea").by(ADA).tag("#tea");
    let id = sim.control.post(new).unwrap();
    let mut reader = Reader::new(&sim, "").await;
    sim.control.edit(&id, "See nothing").unwrap();
    sim.control.delete(&id).unwrap();
    sim.control.account(ADA, Some(Status::Takendown)).unwrap();
    assert!(sim.control.post(NewPost::text("no").by(ADA)).is_err());
    sim.control.account(ADA, None).unwrap();
    sim.control.set_handle(ADA, "ada.example.org").unwrap();

    let update = reader.event().await;
    assert_eq!(update["commit"]["operation"], "update");
    assert_eq!(update["commit"]["rkey"], id.rkey.as_str());
    assert_eq!(
        update["commit"]["record"],
        json!({
            "$type": "app.bsky.feed.post", "createdAt": "2027-01-15T12:00:00.000Z",
            "langs": ["en"], "text": "See nothing",
        })
    );
    let delete = reader.event().await;
    let rev = &delete["commit"]["rev"];
    assert_eq!(
        delete["commit"],
        json!({
            "rev": rev, "operation": "delete", "collection": "app.bsky.feed.post", "rkey": id.rkey,
        })
    );
    let time = "2027-01-15T12:00:00.000Z";
    let gone = reader.event().await;
    assert_eq!(
        gone["account"],
        json!({ "active": false, "did": ADA, "seq": 1, "status": "takendown", "time": time })
    );
    let back = reader.event().await;
    assert_eq!(back["account"], json!({ "active": true, "did": ADA, "seq": 2, "time": time }));
    let identity = reader.event().await;
    assert_eq!(
        identity["identity"],
        json!({ "did": ADA, "handle": "ada.example.org", "seq": 3, "time": time })
    );
    assert!(sim.control.delete(&id).is_err(), "it is deleted already");
}
