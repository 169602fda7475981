// Posts to search: recorded ones if there are any, else those of the stand-in forum.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePorts, start } from '../support/processes.mjs';
import { binaries, json } from '../support/stack.mjs';

const RECORDED = new URL('../../../../shared/data/reddit/items.ndjson', import.meta.url).pathname;
const PAGE = 100;

/**
 * Returns `count` posts in the format of `/api/items/recent`, and a description of their source.
 * Like the benchmarks in Rust, reads the NDJSON file that HARKEN_ITEMS names.
 */
export async function loadItems(count) {
  const named = process.env.HARKEN_ITEMS;
  const path = named ?? RECORDED;
  if (named && !existsSync(named)) {
    throw new Error(`HARKEN_ITEMS names ${named}, and there is no such file.`);
  }
  const [posts, source] = existsSync(path)
    ? [recorded(path, count), `recorded posts, ${path}`]
    : [await made(count), 'made up by the stand-in forum'];
  if (posts.length < count) {
    throw new Error(`${count} posts are needed, and there are ${posts.length}: ${source}`);
  }
  return { items: posts.map(recentItem), source };
}

function recorded(path, count) {
  const items = readFileSync(path, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  return items.filter(({ kind }) => kind === 'post').slice(0, count);
}

async function made(count) {
  const program = join(binaries, 'sims');
  if (!existsSync(program)) {
    throw new Error('No posts: name some with HARKEN_ITEMS, or run cargo build -p sims.');
  }
  const [port] = await freePorts(1);
  const more = ['--rate', '0', '--no-stickied', '--backfill', String(4 * count)];
  const forum = await start(program, ['forum', '--listen', `127.0.0.1:${port}`, ...more], {
    ready: 'is ready at',
  });
  try {
    return await listed(`http://127.0.0.1:${port}`, count);
  } finally {
    await forum.stop();
  }
}

/** Returns the newest posts of the stand-in forum at `url`, page by page. */
async function listed(url, count) {
  const agent = { 'user-agent': 'server:harken-bench:0.1 (by /u/harken-bench)' };
  const basic = Buffer.from('harken-demo:harken-demo-secret').toString('base64');
  const { access_token: token } = await json(
    await fetch(`${url}/api/v1/access_token`, {
      method: 'POST',
      headers: { ...agent, authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  );
  const headers = { ...agent, authorization: `Bearer ${token}` };
  const posts = [];
  let after = '';
  do {
    const query = new URLSearchParams({ limit: PAGE, ...(after && { after }) });
    const { data } = await json(await fetch(`${url}/r/all/new?${query}`, { headers }));
    posts.push(...data.children.map(({ data }) => ({ ...data, body: data.selftext })));
    after = data.after;
  } while (after && posts.length < count);
  return posts.slice(0, count);
}

function recentItem({ subreddit, title, body }, index) {
  return {
    _id: `item-${index}`,
    kind: 'post',
    subreddit,
    author: 'someone',
    title,
    body,
    url: `https://forum.example/p/${index}`,
    flair: '',
    link: '',
    score: 1,
    createdAt: new Date(Date.now() - index * 60_000).toISOString(),
  };
}
