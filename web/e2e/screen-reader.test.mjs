// The story by the accessibility tree alone: every control has a role and a name and takes the
// focus, new screens are read, and what happens is announced. Beside it: keyboard.test.mjs.
import { test } from 'node:test';

import { openTree } from './support/ax-tree.mjs';
import { apiGet, until } from './support/browser.mjs';
import { fillingInKeyword, registering, signingIn, unsubscribing } from './support/journey.mjs';
import { KEYWORD, NAME, addressOf } from './support/own.mjs';
import { startProduct } from './support/product.mjs';
import { postMatch } from './support/reader.mjs';
import { visit } from './support/visit.mjs';

const EMAIL = addressOf('ada');
/** From here on, an account is not new and has all actions. */
const MATCHES = 10;

startProduct('plans');

test('the story by the accessibility tree alone', async (t) => {
  const { page, context, step } = await visit(t);
  const reader = await openTree(context, page);

  await step('registering', () => registering(page, reader, EMAIL));

  await step('signing in', () => signingIn(page, reader, EMAIL));

  await step('adding a keyword', async () => {
    await fillingInKeyword(reader, KEYWORD);
    const dialog = await reader.find('dialog', 'Add New Keyword');
    await reader.press('button', 'Add Keyword', { within: dialog });
    await reader.announced(/Keyword added successfully!/);
    await reader.find('switch', `Watch ${KEYWORD}`);
  });

  await step('being told of matches', async () => {
    for (let at = 1; at <= MATCHES; at += 1) await postMatch(`Number ${at}`, `author_${at}`);
    const isCounted = ({ description }) => description?.value === `${MATCHES} unread`;
    await reader.find('link', 'Notifications', { isRight: isCounted });
  });

  await step('closing the first steps, after which everything is shown', async () => {
    await reader.press('link', 'Dashboard');
    await reader.arrive(/^Welcome back/);
    await reader.press('button', 'Close the first steps');
    await reader.find('link', 'Coverage');
  });

  await step('muting the author of a match', async () => {
    await reader.press('link', 'Notifications');
    await reader.arrive('Notifications');
    await reader.press('button', new RegExp(`"${KEYWORD}"`, 'i'));
    const match = await reader.find('article', new RegExp(`Number 3 ${NAME}$`));
    await reader.press('button', 'Mute…', { within: match });
    const dialog = await reader.find('dialog', 'Mute');
    await reader.press('button', 'Mute', { within: dialog });
    await reader.announced(/author_3 is muted for “/);
    const mutes = async () => (await apiGet(page, '/api/mutes')).mutes;
    await until('the author is muted', mutes, ({ length }) => length === 1);
  });

  await step('stopping all email alerts by the link in an email', () =>
    unsubscribing(page, reader, EMAIL, KEYWORD),
  );
});
