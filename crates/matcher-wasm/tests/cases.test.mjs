// The browser's build against the table of cases that the native build is held to.
// MATCHER_WASM_NODE names the folder of a build for Node, relative to this file's folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { test } from "node:test";

const here = import.meta.dirname;
const built = process.env.MATCHER_WASM_NODE ?? "../../../target/matcher-wasm-node";
const matcher = createRequire(import.meta.url)(resolve(here, built, "matcher_wasm.js"));
const cases = JSON.parse(readFileSync(resolve(here, "../../matcher/tests/cases.json"), "utf8"));

const withText = (item, spans) =>
  spans.map((span) => ({ ...span, text: item[span.field].slice(span.start, span.end) }));

test("the table has at least 80 cases", () => assert.ok(cases.length >= 80));

for (const { name, watch, item, expected } of cases) {
  test(name, () => {
    assert.deepEqual(withText(item, matcher.findSpans(watch, item)), expected);
  });
}

test("a preview lists what matches, by the items' places", () => {
  const preview = new matcher.Preview();
  const item = (title) => ({ kind: "post", subreddit: "drinks", title, body: "", url: "passed over" });
  preview.setItems([item("coffee"), item("🔥 tea"), item("Tea, more tea")]);

  assert.deepEqual(preview.search({ keyword: "tea" }), {
    matches: [
      { index: 1, spans: [{ field: "title", start: 3, end: 6 }] },
      { index: 2, spans: [{ field: "title", start: 0, end: 3 }, { field: "title", start: 10, end: 13 }] },
    ],
    total: 2,
  });
  const first = preview.search({ keyword: "tea", filters: { wholeWordOnly: true } }, 1);
  assert.deepEqual([first.matches.length, first.total], [1, 2]);
  assert.equal(preview.search({ keyword: "tea", subreddits: ["rust"] }).total, 0);
  preview.setItems([]);
  assert.deepEqual(preview.search({ keyword: "tea" }), { matches: [], total: 0 });
  preview.free();
});

test("all cases at once in a preview match as each does alone", () => {
  const preview = new matcher.Preview();
  preview.setItems(cases.map(({ item }) => item));
  for (const [index, { name, watch, expected }] of cases.entries()) {
    const own = preview.search(watch).matches.find((match) => match.index === index);
    assert.deepEqual(withText(cases[index].item, own?.spans ?? []), expected, name);
  }
  preview.free();
});

test("a watch that cannot be is answered with its problem", () => {
  const codes = (watch) => matcher.validateWatch(watch)?.code;
  assert.equal(matcher.validateWatch({ keyword: "tea" }), undefined);
  assert.equal(codes({ keyword: " " }), "emptyKeyword");
  assert.equal(codes({ keyword: "\u200b" }), "invisibleKeyword");
  assert.equal(codes({ keyword: "x".repeat(201) }), "keywordTooLong");
  assert.equal(codes({ keyword: "a\0b" }), "nulInKeyword");
  assert.equal(codes({ keyword: "tea", filters: { includePosts: false, includeComments: false } }), "nothingIncluded");
  assert.equal(codes({ keyword: "tea", subreddits: ["a b"] }), "badSubreddit");
  const { matches, total, error } = new matcher.Preview().search({ keyword: "" });
  assert.deepEqual([matches, total, error.code], [[], 0, "emptyKeyword"]);
});

test("values of the wrong types throw, and the next call works", () => {
  const preview = new matcher.Preview();
  assert.throws(() => matcher.validateWatch({ keyword: 1 }), Error);
  assert.throws(() => matcher.validateWatch(null), Error);
  assert.throws(() => preview.setItems([{ kind: "other", subreddit: "a", title: "", body: "" }]), Error);
  assert.throws(() => preview.search({}), Error);
  assert.equal(preview.search({ keyword: "tea" }).total, 0);
});

test("subreddits are read from a list and suggested", () => {
  const { entries, valid } = matcher.parseSubreddits("r/Rust, rust, https://reddit.com/r/tea/new, no name");
  assert.equal(valid, false);
  assert.deepEqual(entries.map(({ name }) => name), ["Rust", "tea", "no name"]);
  assert.deepEqual(entries.map(({ error }) => error !== undefined), [false, false, true]);
  assert.equal(matcher.suggestSubreddits("").length, 10);
  assert.deepEqual(matcher.suggestSubreddits("scr")[0], { name: "scr", popular: false });
});
