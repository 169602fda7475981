// The whole product: the stand-in forum, a real mail server, other receivers of alerts, and Harken
// with its own Postgres, each a program on a free port.
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PATIENCE_MS } from './patience.mjs';
import { freePorts, start } from './processes.mjs';

const root = new URL('../../../', import.meta.url).pathname;
/** The folder of cargo's programs. */
export const binaries = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug');
/** The Harken to test: cargo's build, or another one such as that of an image. */
const harken = process.env.E2E_PROGRAM ?? join(binaries, 'harken');

/**
 * Starts a stack. `env` is Harken's environment, `forumArgs` are additional arguments of the
 * stand-in forum. `receiver` also starts the stand-in for push services and webhooks and lets
 * Harken reach it, `stripe` the one for Stripe, which sells Pro, and `hackerNews`, `bluesky` and
 * `lemmy` those for these sites, which Harken then reads. With `unconfigured`, Harken starts
 * without any settings: no forum, no mail server, and no site switched on. With
 * `setUp`, there is an administrator, without whom nobody can register.
 */
export async function startStack({
  env = {},
  forumArgs = [],
  receiver = false,
  stripe = false,
  hackerNews = false,
  bluesky = false,
  lemmy = false,
  unconfigured = false,
  setUp = !unconfigured && env.HARKEN_SERVER__DEMO !== 'true',
} = {}) {
  const ports = await freePorts(9);
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const [web, forum, smtp, mail, receives, pays, news, sky, instance] = hosts;
  const dataDir = mkdtempSync(join(tmpdir(), 'harken-e2e-'));
  // Run by root, Postgres runs as another user, who must be able to traverse this folder.
  chmodSync(dataDir, 0o755);
  const url = `http://${web}`;
  const forumUrl = `http://${forum}`;
  const mailUrl = `http://${mail}`;
  const receiverUrl = `http://${receives}`;
  const stripeUrl = `http://${pays}`;
  const hackerNewsUrl = `http://${news}`;
  const blueskyUrl = `http://${sky}`;
  const lemmyUrl = `http://${instance}`;
  const log = join(dataDir, 'harken.log');
  const running = [];
  const launch = async (...args) => running.unshift(await start(...args));
  const launchSim = (...args) => launch(join(binaries, 'sims'), args, { ready: 'is ready' });
  const quiet = ['--rate', '0', '--backfill', '0'];
  const stop = async () => {
    // The server's errors help to explain a failed test.
    const said = running[0]?.output().split('\n') ?? [];
    for (const line of said.filter((line) => line.includes(' ERROR '))) console.error(line);
    for (const process of running) await process.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // The forum makes no posts by itself; the tests make those they need.
    await launchSim('forum', '--listen', forum, '--rate', '0', ...forumArgs);
    await launchSim('smtp', '--smtp', smtp, '--http', mail);
    if (receiver) await launchSim('receiver', '--listen', receives);
    if (stripe) {
      const webhook = ['--webhook-url', `${url}/api/webhooks/stripe`];
      await launchSim('stripe', '--listen', pays, ...webhook);
    }
    if (hackerNews) {
      const made = ['--null-ms', '0', '--last-id', '1000'];
      await launchSim('hacker-news', '--listen', news, ...quiet, ...made);
    }
    if (bluesky) await launchSim('jetstream', '--listen', sky, ...quiet);
    if (lemmy) await launchSim('lemmy', '--listen', instance, ...quiet);
    await launch(harken, [], {
      ready: unconfigured || setUp ? '/setup?key=' : 'listening',
      log,
      env: {
        NO_COLOR: '1',
        HARKEN_DATA_DIR: dataDir,
        HARKEN_SERVER__LISTEN: web,
        HARKEN_SERVER__PUBLIC_URL: url,
        ...(!unconfigured && {
          HARKEN_MAIL__SMTP_URL: `smtp://${smtp}`,
          HARKEN_FORUM__API_URL: forumUrl,
          HARKEN_FORUM__SITE_URL: forumUrl,
          HARKEN_FORUM__TOKEN_URL: `${forumUrl}/api/v1/access_token`,
          HARKEN_FORUM__CLIENT_ID: 'harken-demo',
          HARKEN_FORUM__CLIENT_SECRET: 'harken-demo-secret',
          HARKEN_FORUM__USER_AGENT: 'server:harken-e2e:0.1 (by /u/harken-e2e)',
          HARKEN_FORUM__POLL_SECONDS: '1',
        }),
        // On a busy machine, a file of tests uses the tokens of its accounts for longer than 15 minutes.
        HARKEN_AUTH__ACCESS_TOKEN_MINUTES: '1440',
        // On a busy machine, calls are slow instead of refused or abandoned.
        HARKEN_DATABASE__POOL_WAIT_SECONDS: PATIENCE_MS / 1000,
        HARKEN_DATABASE__CONNECT_TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        HARKEN_DATABASE__TCP_TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        HARKEN_FORUM__TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        ...(receiver && { HARKEN_DELIVERY__ALLOWED_NETWORKS: '127.0.0.1/32' }),
        ...(stripe && atStripe(stripeUrl)),
        ...(hackerNews && {
          ...(!unconfigured && { HARKEN_HACKER_NEWS__ENABLED: 'true' }),
          HARKEN_HACKER_NEWS__API_URL: hackerNewsUrl,
          HARKEN_HACKER_NEWS__SITE_URL: hackerNewsUrl,
          HARKEN_HACKER_NEWS__POLL_SECONDS: '1',
          HARKEN_HACKER_NEWS__TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        }),
        ...(bluesky && {
          ...(!unconfigured && { HARKEN_BLUESKY__ENABLED: 'true' }),
          HARKEN_BLUESKY__STREAM_URLS: blueskyUrl,
          HARKEN_BLUESKY__API_URL: blueskyUrl,
          HARKEN_BLUESKY__SITE_URL: blueskyUrl,
          HARKEN_BLUESKY__TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        }),
        ...(lemmy && {
          ...(!unconfigured && { HARKEN_LEMMY__ENABLED: 'true' }),
          HARKEN_LEMMY__INSTANCES: lemmyUrl,
          HARKEN_LEMMY__POLL_SECONDS: '1',
          HARKEN_LEMMY__TIMEOUT_SECONDS: PATIENCE_MS / 1000,
        }),
        ...env,
      },
    });
    // Otherwise each test would run into its timeout.
    const page = await fetch(url);
    if (!page.ok) throw new Error(`${url} shows no page: ${page.status} ${await page.text()}`);
    if (setUp) await finishSetup(url, running[0].output());
  } catch (error) {
    await stop();
    throw error;
  }
  /** Returns Harken's output. */
  const output = () => running[0].output();
  return {
    url,
    forumUrl,
    mailUrl,
    receiverUrl,
    stripeUrl,
    hackerNewsUrl,
    blueskyUrl,
    lemmyUrl,
    log,
    output,
    stop,
  };
}

/** Uses the link to the setup page that Harken has printed. */
async function finishSetup(url, output) {
  const [, key] = output.match(/\/setup\?key=(\S+)/);
  const names = { firstName: 'Olga', lastName: 'Operator' };
  const account = { email: 'operator@example.com', password: 'Operating-4-you', ...names };
  await tell(`${url}/api/setup`, { key, sites: [], account });
}

/** Returns the settings of an account at the stand-in, whose defaults are these keys and prices. */
const atStripe = (url) => ({
  HARKEN_PAYMENTS__PROVIDER: 'stripe',
  HARKEN_PAYMENTS__STRIPE__API_BASE: url,
  HARKEN_PAYMENTS__STRIPE__SECRET_KEY: 'sk_test_standin',
  HARKEN_PAYMENTS__STRIPE__WEBHOOK_SECRET: 'whsec_standin',
  HARKEN_PAYMENTS__STRIPE__MONTHLY_PRICE_ID: 'price_standin_monthly',
  HARKEN_PAYMENTS__STRIPE__YEARLY_PRICE_ID: 'price_standin_yearly',
});

/** Returns a response's JSON, or null if it is empty. An unsuccessful one is an error. */
export async function json(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

/** Sends JSON to a stand-in and returns its answer. */
export async function tell(url, body, method = 'POST') {
  const headers = { 'content-type': 'application/json' };
  return json(await fetch(url, { method, headers, body: JSON.stringify(body) }));
}

/** Makes a post in the forum and returns its `fullname` and `permalink`. */
export const makePost = (stack, post) => tell(`${stack.forumUrl}/_sim/posts`, post);

/** Makes an item of Hacker News and returns its id. */
export const makeNews = async (stack, item) =>
  (await tell(`${stack.hackerNewsUrl}/_sim/items`, item)).id;

/** Makes a post on Bluesky and returns its `did` and `rkey`. */
export const makeSky = (stack, post) => tell(`${stack.blueskyUrl}/_sim/posts`, post);

/** Deletes a post on Bluesky as its author does. */
export const deleteSky = (stack, { did, rkey }) =>
  tell(`${stack.blueskyUrl}/_sim/posts/${did}/${rkey}`, undefined, 'DELETE');

/** Makes a post on Lemmy and returns its id. */
export const makeLemmyPost = async (stack, post) =>
  (await tell(`${stack.lemmyUrl}/_sim/posts`, post)).id;

/** Makes a comment on Lemmy. */
export const makeLemmyComment = (stack, comment) =>
  tell(`${stack.lemmyUrl}/_sim/comments`, comment);

/** Makes the forum play the next `items` of its replay. */
export const advance = (stack, items) => tell(`${stack.forumUrl}/_sim/advance`, { items });

/** Returns the newest email to `to` that contains `subject` and `text`, once there is one. */
export async function mailTo(stack, to, subject, text = '') {
  return (await mailsTo(stack, to, 1, { subject_contains: subject, body_contains: text })).at(-1);
}

/** Returns all emails to `to`, oldest first, once there are `count`. */
export async function mailsTo(stack, to, count, more = {}) {
  const query = new URLSearchParams({ to, count, timeout_ms: PATIENCE_MS, ...more });
  return json(await fetch(`${stack.mailUrl}/messages/wait?${query}`));
}
