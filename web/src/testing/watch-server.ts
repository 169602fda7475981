import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { RecentItem, Watch, WatchBulkInput, WatchInput } from '@/api/types';

import { aWatch } from './fixtures';
import { renderApp } from './render-app';
import { refusal, server } from './server';

/** Mocks a server that stores watches; `asked` collects the scopes that previews requested. */
export function serveWatches(watches: Watch[] = [], items: RecentItem[] = []) {
  const asked: (string | null)[] = [];
  const saved: WatchInput[] = [];
  const changed: WatchBulkInput[] = [];
  server.use(
    http.get('*/api/keywords', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const limit = Number(searchParams.get('limit') ?? watches.length);
      const first = (Number(searchParams.get('page') ?? 1) - 1) * limit;
      const active = watches.filter(({ isActive }) => isActive).length;
      const shown = watches.slice(first, first + limit);
      return HttpResponse.json({ watches: shown, total: watches.length, active, limit: 3 });
    }),
    http.post('*/api/keywords', async ({ request }) => {
      const input = (await request.json()) as WatchInput;
      saved.push(input);
      watches = [aWatch({ _id: `watch-${watches.length + 1}`, ...input }), ...watches];
      return HttpResponse.json(watches[0], { status: 201 });
    }),
    http.put('*/api/keywords/:id', async ({ request, params }) => {
      const input = (await request.json()) as WatchInput;
      saved.push(input);
      watches = watches.map((watch) => (watch._id === params.id ? { ...watch, ...input } : watch));
      return HttpResponse.json(watches[0]);
    }),
    http.patch('*/api/keywords/:id/toggle', ({ params }) => {
      watches = watches.map((watch) =>
        watch._id === params.id ? { ...watch, isActive: !watch.isActive } : watch,
      );
      return HttpResponse.json(watches.find(({ _id }) => _id === params.id));
    }),
    http.post('*/api/keywords/bulk', async ({ request }) => {
      const { action, ids } = (await request.json()) as WatchBulkInput;
      changed.push({ action, ids });
      const before = watches;
      watches = watches.flatMap((watch) => {
        if (!ids.includes(watch._id)) return watch;
        return action === 'delete' ? [] : { ...watch, isActive: action === 'resume' };
      });
      const others = before.filter((watch) => ids.includes(watch._id));
      return HttpResponse.json({ changed: others.length });
    }),
    http.delete('*/api/keywords/:id', ({ params }) => {
      watches = watches.filter(({ _id }) => _id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/subreddits/validate/:name', ({ params }) => {
      const name = String(params.name);
      if (name === 'unreachable') {
        return refusal(503, 'SUBREDDIT_CHECK_UNAVAILABLE', 'The forum does not answer');
      }
      return HttpResponse.json({
        exists: name !== 'nowhere',
        name: name === 'saas' ? 'SaaS' : name,
      });
    }),
    http.get('*/api/items/recent', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('subreddits'));
      return HttpResponse.json({ items });
    }),
  );
  return { asked, saved, changed };
}

export async function openAddDialog() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add New Keyword' });
  return { user, dialog };
}

export const keywordField = () => screen.getByRole('textbox', { name: 'Keyword' });
export const subredditField = () => screen.getByRole('combobox', { name: 'Subreddits' });
