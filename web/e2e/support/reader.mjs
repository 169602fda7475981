// A user with one keyword, and a page on which they are signed in.
import { addWatch, call, newUser, storedSession } from './accounts.mjs';
import { openPage, stepsOf, until } from './browser.mjs';
import { addressOf, KEYWORD, NAME } from './own.mjs';
import { browser, stack } from './product.mjs';
import { makePost } from './stack.mjs';

/** Makes a post that matches the keyword, with the title `title` and the keyword. */
export function postMatch(title, author, subreddit = 'rust') {
  const post = { subreddit, author, title: `${title} ${NAME}`, body: 'Tell me more.' };
  return makePost(stack, post);
}

/** Creates the account and returns it with its page and queries of its state on the server. */
export async function openReader(t, name) {
  const session = await newUser(stack, addressOf(name));
  await addWatch(stack, session.token, KEYWORD);
  const storageState = storedSession(stack, session);
  const { page, context, problems } = await openPage(browser, stack.url, { storageState });
  const step = stepsOf(t);
  const titles = async (status = 'unread') => {
    const path = `/notifications?status=${status}&page=1&limit=20`;
    const { notifications } = await call(stack, 'GET', path, session);
    return notifications.map(({ redditPost }) => redditPost.title.replace(` ${NAME}`, ''));
  };
  const mutes = async () => (await call(stack, 'GET', '/mutes', session)).mutes;
  /** Waits until the user's unread notifications are these, newest first. */
  const listed = (...wanted) =>
    until(`${wanted.join(', ')} are listed`, titles, (now) => `${now}` === `${wanted}`);
  return { session, page, context, problems, step, titles, mutes, listed };
}
