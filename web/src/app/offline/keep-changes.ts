import { hydrate, type Mutation, onlineManager, type QueryClient } from '@tanstack/react-query';

import { addMuting } from '@/entities/mute/use-add-mute';
import { moveNotifications } from '@/features/notifications/api/move-notifications';
import { showFailure } from '@/lib/failure-toast';
import { dropChange, keepChange, type KeptChange, keptChanges } from '@/lib/offline/device-store';
import { isOffline } from '@/lib/offline/network';
import { queued } from '@/lib/offline/queued';

const started = new WeakSet<QueryClient>();

/** Marks changes of an earlier page, whose result nothing else reports. */
const adopted = { isAdopted: true };

/** The lock that a tab holds as long as it is open. */
const lockOf = (tab: string) => `harken-changes-${tab}`;

/**
 * Keeps the changes that wait for the network on the device, and makes those of pages that were
 * closed before they could. Only the first call for a client has an effect.
 */
export async function keepChanges(queryClient: QueryClient): Promise<void> {
  if (started.has(queryClient)) return;
  started.add(queryClient);
  const tab = crypto.randomUUID();
  void navigator.locks.request(lockOf(tab), () => new Promise<never>(() => undefined));
  for (const options of [moveNotifications(queryClient), addMuting(queryClient)]) {
    queryClient.setMutationDefaults(options.mutationKey, options as object);
  }

  const cache = queryClient.getMutationCache();
  const kept = new Set<string>();
  const follow = async (mutation: Mutation, isRemoved = false) => {
    const { mutationId, options, state } = mutation;
    const { mutationKey = [] } = options;
    if (options.scope?.id !== queued.scope.id) return;
    const id = `${tab} ${mutationId}`;
    if (state.status === 'pending' && !isRemoved) {
      // In flight it stays kept, since this page may be closed before the answer.
      if (!state.isPaused || kept.has(id)) return;
      kept.add(id);
      const { variables, submittedAt } = state;
      await keepChange(id, { tab, mutationKey, variables, submittedAt });
    } else if (kept.delete(id)) await dropChange(id);
  };
  const tryFollow = (...change: Parameters<typeof follow>) =>
    void follow(...change).catch(() => undefined);
  for (const mutation of cache.getAll()) tryFollow(mutation);
  cache.subscribe((event) => {
    if (!event.mutation) return;
    tryFollow(event.mutation as Mutation, event.type === 'removed');
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (event.mutation.meta?.isAdopted) {
      showFailure('A change from when you were offline could not be made', event.action.error);
    }
  });

  const adopt = () =>
    navigator.locks.request(lockOf('adoption'), async () => {
      const { held = [] } = await navigator.locks.query();
      const open = new Set(held.map(({ name }) => name));
      for (const [id, change] of await keptChanges()) {
        if (open.has(lockOf(change.tab))) continue;
        addWaiting(queryClient, change);
        await dropChange(id);
      }
      if (!isOffline()) await queryClient.resumePausedMutations();
    });
  onlineManager.subscribe((isOnline) => {
    if (isOnline) void adopt();
  });
  await adopt();
}

function addWaiting(
  queryClient: QueryClient,
  { mutationKey, variables, submittedAt }: KeptChange,
): void {
  const state = {
    ...{ status: 'pending' as const, isPaused: true, variables, submittedAt },
    ...{ context: undefined, data: undefined, error: null, failureCount: 0, failureReason: null },
  };
  const { scope } = queued;
  hydrate(queryClient, { mutations: [{ mutationKey, state, scope, meta: adopted }] });
}
