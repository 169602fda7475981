import { queryOptions } from '@tanstack/react-query';

import type { Endpoint } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import type { ChannelKind } from '../kinds';
import { channelKeys } from './channel-keys';

export type Channel = Endpoint & { channel: ChannelKind };

/** Query for the user's channels. Browsers with push messages are listed in the settings. */
export const channelsQuery = queryOptions({
  queryKey: channelKeys.list,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/endpoints', { signal }))).endpoints,
  select: (endpoints) => endpoints.filter(isChannel),
  // Any alert may change a channel's status.
  staleTime: 0,
});

const isChannel = (endpoint: Endpoint): endpoint is Channel => endpoint.channel !== 'push';
