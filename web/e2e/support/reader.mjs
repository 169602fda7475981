// A user with one keyword, and a page on which they are signed in.
import { addWatch, call } from './accounts.mjs';
import { until } from './browser.mjs';
import { KEYWORD, NAME } from './own.mjs';
import { stack } from './product.mjs';
import { makePost } from './stack.mjs';
import { notificationsOf, visitAs } from './visit.mjs';

/** Makes a post that matches the keyword, with the title `title` and the keyword. */
export function postMatch(title, author, subreddit = 'rust') {
  const post = { subreddit, author, title: `${title} ${NAME}`, body: 'Tell me more.' };
  return makePost(stack, post);
}

/** Creates the account and returns it with its page and queries of its state on the server. */
export async function openReader(t, name, options) {
  const visited = await visitAs(t, name, options);
  const { session } = visited;
  await addWatch(stack, session.token, KEYWORD);
  const titles = async (status) =>
    (await notificationsOf(session, status)).map(({ redditPost }) =>
      redditPost.title.replace(` ${NAME}`, ''),
    );
  const mutes = async () => (await call(stack, 'GET', '/mutes', session)).mutes;
  /** Waits until the user's unread notifications are these, newest first. */
  const listed = (...wanted) =>
    until(`${wanted.join(', ')} are listed`, titles, (now) => `${now}` === `${wanted}`);
  return { ...visited, titles, mutes, listed };
}
