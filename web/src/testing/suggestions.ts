import { screen, within } from '@testing-library/react';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { expect } from 'vitest';

import type { ProposedRule, Watch } from '@/api/types';

import { aWatch } from './fixtures';
import { renderApp } from './render-app';
import { refusal, server } from './server';
import { serveWatches } from './watch-server';

type Kind = 'near-misses' | 'proposal' | 'variant';

export const aRule = (keyword: string, changes: Partial<ProposedRule> = {}): ProposedRule => ({
  ...{ keyword, mode: 'query', subreddits: ['all'], excludedSubreddits: [], excludedAuthors: [] },
  filters: aWatch().filters,
  ...changes,
});

/** Mocks a server with a suggestion, which is `gone` once it is dismissed or the keyword changed. */
export function serveSuggestion(
  kind: Kind,
  watches: Watch[],
  bodyOf: (gone: boolean) => JsonBodyType,
) {
  const asked: string[] = [];
  const dismissed: string[] = [];
  const served = serveWatches(watches);
  server.use(
    http.get(`*/api/keywords/${kind === 'near-misses' ? '' : ':id/'}${kind}`, () => {
      asked.push(kind);
      return HttpResponse.json(bodyOf(dismissed.length > 0 || served.saved.length > 0));
    }),
    http.delete(`*/api/keywords/:id/${kind}`, ({ params }) => {
      dismissed.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { ...served, asked, dismissed };
}

/** Opens the dialog `title` of a suggestion with a button of its card. */
export async function openSuggestion(button: string, title: string) {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) };
}

/** Dismisses a suggestion, which the server refuses once: `failure` reports that. */
export async function dismissTwice(kind: Kind, name: string, failure: string) {
  server.use(
    http.delete(`*/api/keywords/:id/${kind}`, () => refusal(500, 'INTERNAL', 'Not now'), {
      once: true,
    }),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(failure)).toBeVisible();
  await user.click(await screen.findByRole('button', { name }));
}

export const refuseChange = () =>
  server.use(
    http.put('*/api/keywords/:id', () => refusal(409, 'ALREADY_WATCHED', 'Edit that one instead.')),
  );

/** Returns the texts that are marked as matching. */
export const marked = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
