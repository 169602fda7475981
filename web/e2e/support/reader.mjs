// A user with one keyword, and a page on which they are signed in.
import { addWatch, call, newUser, storedSession } from './accounts.mjs';
import { openPage, stepsOf, until } from './browser.mjs';
import { makePost } from './stack.mjs';

export const KEYWORD = 'quillfeather';

/** Makes a post that matches the keyword, called `title` and the keyword. */
export function postMatch(stack, title, author, subreddit = 'rust') {
  const post = { subreddit, author, title: `${title} Quillfeather`, body: 'Tell me more.' };
  return makePost(stack, post);
}

/** The account, its page, and what the server knows of it. */
export async function openReader(t, browser, stack, email) {
  const session = await newUser(stack, email);
  await addWatch(stack, session.token, KEYWORD);
  const storageState = storedSession(stack, session);
  const { page, context, problems } = await openPage(browser, stack.url, { storageState });
  const step = stepsOf(t, page, problems);
  const titles = async (status = 'unread') => {
    const path = `/notifications?status=${status}&page=1&limit=20`;
    const { notifications } = await call(stack, 'GET', path, session);
    return notifications.map(({ redditPost }) => redditPost.title.replace(' Quillfeather', ''));
  };
  const mutes = async () => (await call(stack, 'GET', '/mutes', session)).mutes;
  /** Waits until the user's unread notifications are these, newest first. */
  const listed = (...wanted) =>
    until(`${wanted.join(', ')} are listed`, async () => `${await titles()}` === `${wanted}`);
  return { session, page, context, problems, step, titles, mutes, listed };
}
