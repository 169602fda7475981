// Forms that many tests fill in.
import { PASSWORD } from './accounts.mjs';

export async function signIn(page, email, password = PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in both fields of a new password. */
export async function choosePassword(page) {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
}

/** Fills in all fields of a new account. */
export async function describeAccount(page, email, firstName = 'Ada') {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Reader');
  await page.getByLabel('Email').fill(email);
  await choosePassword(page);
}

/** Opens the dialog for a new keyword. */
export async function openKeywordForm(page) {
  await page.getByRole('button', { name: 'Add Keyword' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
  await dialog.waitFor();
  return dialog;
}
