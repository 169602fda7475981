import { beforeEach, expect, test } from 'vitest';

import { readSite } from './site';

let page: Document;

beforeEach(() => {
  page = document.implementation.createHTMLDocument();
});

const meta = (attributes: Record<string, string>) => {
  const element = page.createElement('meta');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  page.head.append(element);
};

test('the site is as the server wrote it into the page', () => {
  const supportEmail = 'help@example.com';
  const sites = ['news.ycombinator.com'];
  const about = {
    plans: 'off',
    insights: 'model',
    registration: 'closed',
    statusPage: true,
    sendsMail: false,
    supportEmail,
    readsReddit: false,
    sites,
  };
  meta({ name: 'harken-site', content: JSON.stringify(about) });
  meta({ property: 'csp-nonce', nonce: 'abc' });
  expect(readSite(page)).toEqual({
    plansOn: false,
    modelOn: true,
    registrationOpen: false,
    registrationByInvite: false,
    hasStatusPage: true,
    sendsMail: false,
    supportEmail,
    readsReddit: false,
    sites,
    nonce: 'abc',
  });
});

test('by default there are plans, new accounts and Reddit, no model and no address', () => {
  expect(readSite(page)).toEqual({
    plansOn: true,
    modelOn: false,
    registrationOpen: true,
    registrationByInvite: false,
    hasStatusPage: false,
    sendsMail: true,
    supportEmail: '',
    readsReddit: true,
    sites: [],
    nonce: undefined,
  });
});

test('registration by invitation is not open registration', () => {
  meta({ name: 'harken-site', content: JSON.stringify({ registration: 'invite' }) });
  expect(readSite(page)).toMatchObject({ registrationOpen: false, registrationByInvite: true });
});
