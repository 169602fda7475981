import { queryOptions } from '@tanstack/react-query';

import type { Endpoint } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import type { ChannelKind } from '../kinds';
import { channelKeys } from './channel-keys';

export type Channel = Endpoint & { channel: ChannelKind };

/** The user's channels. Browsers that get push messages are listed in the settings instead. */
export const channelsQuery = queryOptions({
  queryKey: channelKeys.list,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/endpoints', { signal }))).endpoints,
  select: (endpoints) => endpoints.filter(isChannel),
  // Each alert may change how a channel is doing.
  staleTime: 0,
});

const isChannel = (endpoint: Endpoint): endpoint is Channel => endpoint.channel !== 'push';
