import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { moveNotifications } from '@/features/notifications/api/move-notifications';
import { createQueryClient } from '@/lib/http/query-client';
import * as deviceStore from '@/lib/offline/device-store';
import { useToasts } from '@/lib/toasts';
import { setNetwork } from '@/testing/network';
import { refusal, server } from '@/testing/server';

import { keepChanges } from './keep-changes';

const device = new Map<string, deviceStore.KeptChange>();

let client: QueryClient;
let sent: string[];
/** The names of the locks that tabs hold. */
let held: string[];

const archive = (id: string) => ({
  from: 'unread' as const,
  to: 'archived' as const,
  ids: [id],
  keywords: ['rust'],
});
const keptChange = (tab: string, id: string, submittedAt: number) => ({
  user: 'user-1',
  tab,
  mutationKey: ['move-notifications'],
  variables: [archive(id)],
  submittedAt,
});
const move = (id: string) => {
  const { mutationKey } = moveNotifications(client);
  const cache = client.getMutationCache();
  void cache
    .build(client, { mutationKey })
    .execute([archive(id)])
    .catch(() => undefined);
};

beforeEach(() => {
  device.clear();
  vi.spyOn(deviceStore, 'keepChange').mockImplementation((id, change) =>
    Promise.resolve(void device.set(id, { user: 'user-1', ...change })),
  );
  vi.spyOn(deviceStore, 'dropChange').mockImplementation((id) =>
    Promise.resolve(void device.delete(id)),
  );
  vi.spyOn(deviceStore, 'keptChanges').mockImplementation(() => Promise.resolve([...device]));
  sent = [];
  held = [];
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (name: string, work: () => Promise<unknown>) => {
        held.push(name);
        return work();
      },
      query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    },
  });
  server.use(
    http.patch('*/api/notifications/:id/archive', ({ params }) => {
      sent.push(String(params.id));
      return HttpResponse.json({});
    }),
  );
  const subscribed = vi.spyOn(onlineManager, 'subscribe').mock;
  client = createQueryClient();
  client.mount();
  return () => {
    client.unmount();
    // The page follows the network as long as it lives.
    for (const { value: end } of subscribed.results) (end as () => void)();
    setNetwork(true);
    Reflect.deleteProperty(navigator, 'locks');
  };
});

test('changes wait for the network on the device, and are made in order', async () => {
  await keepChanges(client);
  setNetwork(false);
  for (const id of ['a', 'b', 'c']) move(id);
  await vi.waitFor(() => expect(device.size).toBe(3));
  expect(sent).toEqual([]);
  setNetwork(true);
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b', 'c']));
  await vi.waitFor(() => expect(device.size).toBe(0));
});

test('a change that loses its network on the way waits, too', async () => {
  server.use(
    http.patch('*/api/notifications/:id/archive', () => HttpResponse.error(), { once: true }),
  );
  await keepChanges(client);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  move('a');
  await vi.waitFor(() => expect(device.size).toBe(1));
  setNetwork(true);
  await vi.waitFor(() => expect(sent).toEqual(['a']));
});

test('changes of a page that was closed are made by the next one', async () => {
  device.set('1', keptChange('closed', 'a', 1));
  device.set('2', keptChange('closed', 'b', 2));
  await keepChanges(client);
  expect(sent).toEqual(['a', 'b']);
  expect(device.size).toBe(0);
});

test('changes of another page that is open are left to it', async () => {
  held.push('harken-changes-open');
  device.set('1', keptChange('open', 'a', 1));
  await keepChanges(client);
  expect(sent).toEqual([]);
  expect(device.size).toBe(1);
});

test('a change of an earlier page that is refused is reported', async () => {
  server.use(
    http.patch('*/api/notifications/:id/archive', () => refusal(404, 'NOT_FOUND', 'It is gone.')),
  );
  device.set('1', keptChange('closed', 'a', 1));
  await keepChanges(client);
  expect(useToasts.getState().toasts).toMatchObject([
    { title: 'A change from when you were offline could not be made', text: 'It is gone.' },
  ]);
  expect(device.size).toBe(0);
});
