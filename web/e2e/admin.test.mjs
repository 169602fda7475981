// Administration: the first account sets who may register, invites somebody, suspends, unsuspends
// and deletes them, publishes an announcement, and finds all of it in the audit log.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call, login, PASSWORD, secretFor } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { describeAccount, signIn } from './support/forms.mjs';
import { forgive, visit } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const BOB = 'bob@example.com';
const LINK = /http\S+\/setup\?key=\S+/;

startProduct({ setUp: false });

async function manage(page) {
  await page.getByRole('button', { name: `Manage ${BOB}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await dialog.getByText('Matches in 30 days').waitFor();
  return dialog;
}

test('an administrator manages accounts and the server', async (t) => {
  const { page, step } = await visit(t);
  const { page: other, problems } = await visit(t);
  const account = () =>
    page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').filter({ hasText: BOB });

  await step('the first account is an administrator', async () => {
    await until(
      'the link is printed',
      () => stack.output(),
      (said) => LINK.test(said),
    );
    await page.goto(stack.output().match(LINK)[0]);
    await describeAccount(page, 'ada@example.com');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByRole('heading', { name: /Ada/ }).waitFor();
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('heading', { name: 'Administration' }).waitFor();
    const processes = page.getByRole('list', { name: 'Processes' });
    await processes.getByText('Serves the website, reads sources and sends messages').waitFor();
    await processes.getByText('Running').waitFor();
  });

  await step(
    'the settings restrict registration to invitations and switch on the status page',
    async () => {
      const settings = page.getByRole('region', { name: 'Server settings' });
      await settings.getByLabel('Who can create an account').selectOption('invite');
      await settings.getByLabel('Public status page').click();
      await settings.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('The settings are saved').waitFor();
      await other.goto('/register');
      await other.getByText('New accounts are by invitation only.').first().waitFor();
      await other.goto('/');
      await other.getByRole('link', { name: 'Status' }).click();
      await other.getByText('Everything is on time').waitFor();
    },
  );

  await step('somebody registers with an invitation and is not an administrator', async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Email address').fill(BOB);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByText('/register?invite=').textContent();
    const body = { email: BOB, password: PASSWORD, firstName: 'Bob', lastName: 'Reader' };
    const invitation = new URL(link).searchParams.get('invite');
    await call(stack, 'POST', '/auth/register', { body: { ...body, invitation } });
    const secret = await secretFor(stack, BOB, 'verify-email');
    await call(stack, 'POST', `/auth/verification/${secret}`, { body: { password: PASSWORD } });
    const { token, user } = await login(stack, BOB);
    assert.equal(user.isAdministrator, false);
    await call(stack, 'GET', '/admin/users', { token, status: 404 });
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  const signInAsBob = async () => {
    await other.goto('/login');
    await signIn(other, BOB);
  };

  await step('a suspended account is signed out, and signing in shows why', async () => {
    await signInAsBob();
    await other.getByRole('heading', { name: /Bob/ }).waitFor();
    await page.getByLabel('Find by email address').fill('bob@');
    await account().waitFor();
    await (await manage(page)).getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('The account is suspended').waitFor();
    await account().getByText('Suspended').waitFor();
    await other.goto('/keywords');
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await signInAsBob();
    await other.getByText('This account has been suspended.').waitFor();
  });

  await step('an unsuspended account can sign in again', async () => {
    await (await manage(page)).getByRole('button', { name: 'Unsuspend' }).click();
    await page.getByText('The account is no longer suspended').waitFor();
    await signInAsBob();
    await other.getByRole('heading', { name: /Bob/ }).waitFor();
  });

  await step('an announcement is shown to users', async () => {
    const announcement = page.getByRole('region', { name: 'Announcement' });
    await announcement.getByLabel('What users should know').fill('Down at noon.');
    await announcement.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The announcement is published').waitFor();
    await other.reload();
    const banner = other.getByRole('region', {
      name: 'From the administrators of this server',
    });
    await banner.getByText('Down at noon.').waitFor();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'detached' });
    await announcement.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The announcement is withdrawn').waitFor();
  });

  await step('a deleted account is gone', async () => {
    await (await manage(page)).getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this account?' });
    await question.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('The account has been deleted').waitFor();
    // Its live stream would be refused again and again.
    await other.close();
    await page.getByText('No account found').waitFor();
    await call(stack, 'POST', '/auth/login', {
      body: { email: BOB, password: PASSWORD },
      status: 401,
    });
  });

  await step('the audit log lists every action', async () => {
    const log = page.getByRole('list', { name: 'Audit log' });
    for (const act of [
      'Account created',
      'Server settings changed',
      'Invitation created',
      'Account suspended',
      'Account unsuspended',
      'Announcement published',
      'Announcement withdrawn',
      'Account deleted',
    ]) {
      await log.getByText(act).waitFor();
    }
    assert.equal(await log.getByText(BOB).count(), 0);
  });

  // The browser logs what a suspended account was refused.
  forgive(problems, /status of 40[13]/);
});
