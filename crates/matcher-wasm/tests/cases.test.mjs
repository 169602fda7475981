// The browser's build against the table of cases that the native build is held to.
// MATCHER_WASM_NODE names the folder of a build for Node, relative to this file's folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { test } from "node:test";

const here = import.meta.dirname;
const built = process.env.MATCHER_WASM_NODE ?? "../../../target/matcher-wasm-node";
const module = (name) => createRequire(import.meta.url)(resolve(here, built, name, "matcher_wasm.js"));
const [matcher, queries, patterns] = ["", "query", "regex"].map(module);
const cases = JSON.parse(readFileSync(resolve(here, "../../matcher/tests/cases.json"), "utf8"));

const withText = (item, spans) =>
  spans.map((span) => ({ ...span, text: item[span.field].slice(span.start, span.end) }));

test("the table has at least 80 cases", () => assert.ok(cases.length >= 80));

for (const { name, watch, item, expected } of cases) {
  test(name, () => {
    const modules = watch.mode === "query" ? [queries, patterns] : [matcher, queries, patterns];
    for (const module of modules) {
      assert.deepEqual(withText(item, module.findSpans(watch, item)), expected);
    }
  });
}

test("what Unicode decomposes and folds is found in the form that it becomes", () => {
  const searched = [];
  for (let code = 0xa1; code < 0xe0000; code += 1) {
    const c = code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : "";
    const form = c.normalize("NFKD").toLowerCase().toUpperCase();
    // The matcher has rules of its own for white space, accents alone, trade marks, emoji, quotes and what is invisible.
    if (form !== c && !/^ |[\s\p{Sk}\p{DI}\p{Emoji_Presentation}ʹ·ʼ″‶ℹ℠™🅪🅫🅬]/u.test(c + form)) {
      searched.push([c, form]);
    }
  }
  const missed = searched.filter(
    ([c, form]) => matcher.findSpans({ keyword: `x${form}x` }, { kind: "post", subreddit: "a", title: `x${c}x` }).length === 0,
  );
  assert.ok(searched.length > 15_000);
  assert.deepEqual(missed, []);
});

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
  const preview = new queries.Preview();
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
  const sites = matcher.parseSubreddits("HN, news.ycombinator.com, forum.example").entries;
  assert.deepEqual(sites.map(({ name }) => name), ["news.ycombinator.com", "forum.example"]);
  assert.deepEqual(sites.map(({ error }) => error !== undefined), [false, true]);
  assert.equal(matcher.suggestSubreddits("").length, 10);
  assert.deepEqual(matcher.suggestSubreddits("scr")[0], { name: "scr", popular: false });
});

test("what a module does not have, it says", () => {
  const watch = (keyword) => ({ keyword, mode: "query" });
  assert.equal(matcher.validateWatch(watch("tea")).code, "queriesNotLoaded");
  assert.equal(queries.validateWatch(watch("tea")), undefined);
  assert.equal(queries.validateWatch(watch("tea /te+a/")).code, "patternsNotLoaded");
  assert.equal(patterns.validateWatch(watch("tea /te+a/")), undefined);
  const item = { kind: "comment", subreddit: "any", body: "tea, teeea" };
  assert.equal(patterns.findSpans(watch("/te{2,}a/ -/z+/"), item).length, 0);
  assert.deepEqual(patterns.findSpans(watch("tea /te{2,}a/"), item)[1], { field: "body", start: 5, end: 10 });
});

test("a query that cannot be read says where and what to write", () => {
  const { error } = queries.parseQuery("🔥 (tea");
  assert.deepEqual(error.span, { start: 3, end: 4 });
  assert.equal(error.code, "badQuery");
  assert.match(error.advice, /Add a \)/);
});

test("chips and text edit each other", () => {
  const reading = queries.parseQuery('(green OR black*) title:"a b" -c type:post min_score:3');
  const word = (text, more) => ({ field: "text", form: "words", text, openStart: false, openEnd: false, ...more });
  assert.deepEqual(reading.chips, {
    groups: [[word("green"), word("black", { openEnd: true })], [word("a b", { field: "title" })]],
    excluded: [word("c")],
    kind: "post",
    minScore: 3,
  });
  assert.equal(reading.needsScore, true);
  assert.equal(queries.queryOfChips(reading.chips).query, reading.plain);
  const wrong = queries.queryOfChips({ groups: [[word("a")]], excluded: [word(" ")] });
  assert.deepEqual([wrong.group, wrong.chip, wrong.query], [1, 0, undefined]);
  assert.match(queries.parseQuery("a NEAR/3 b").textOnly, /NEAR/);
  const site = queries.parseQuery("a site:HN");
  assert.deepEqual(site.chips.groups[1], [word("news.ycombinator.com", { field: "site" })]);
  assert.equal(queries.queryOfChips(site.chips).query, "a site:news.ycombinator.com");
});

test("matches and near misses explain themselves", () => {
  const item = { kind: "post", subreddit: "any", title: "Teapot", body: "tea" };
  const explained = queries.explainItem({ keyword: "title:tea* -milk", mode: "query" }, item);
  assert.equal(explained.verdict, "match");
  assert.deepEqual(explained.reasons[0], {
    rule: "title:tea*", at: { start: 0, end: 10 }, spans: [{ field: "title", start: 0, end: 3 }],
  });
  const preview = new matcher.Preview();
  preview.setItems([item, { ...item, title: "", body: "milk" }, { ...item, title: "", body: "teapot" }]);
  const misses = preview.nearMisses({ keyword: "tea", filters: { wholeWordOnly: true } }, 10);
  assert.deepEqual(misses.map(({ index, rejections }) => [index, rejections[0].filter]), [[2, "wholeWord"]]);
  preview.free();
});

test("odd watches are remarked on", () => {
  const codes = (watch, known = {}) => queries.lintWatch(watch, known).map((lint) => lint.code);
  assert.deepEqual(codes({ keyword: "a -a", mode: "query" }), ["neverMatches"]);
  assert.deepEqual(codes({ keyword: "tea" }, { words: ["team", "steam", "teach"] }), ["insideCommonWords"]);
  const counts = { matching: 40, searched: 1000, aDay: 1750000 };
  assert.match(queries.lintWatch({ keyword: "a" }, { counts })[0].message, /4% .* 70,000 matches a day/);
  const form = queries.normalForm({ keyword: "Tea" });
  assert.equal(queries.lintWatch({ keyword: "TEA" }, { others: ["", form] })[0].other, 1);
});
