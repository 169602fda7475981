import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  document.head.innerHTML = '';
});

const meta = (attributes: Record<string, string>) => {
  const element = document.createElement('meta');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
};

test('the site is what the server wrote into the page', async () => {
  meta({ name: 'harken-site', content: '{"plans":"off","supportEmail":"help@example.com"}' });
  meta({ property: 'csp-nonce', nonce: 'abc' });
  const { site } = await import('./site');
  expect(site).toEqual({ plansOn: false, supportEmail: 'help@example.com', nonce: 'abc' });
});

test('without a word from the server there are plans and no address', async () => {
  const { site } = await import('./site');
  expect(site).toEqual({ plansOn: true, supportEmail: '', nonce: undefined });
});
