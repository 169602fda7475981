import { useQuery } from '@tanstack/react-query';

import { Badge } from '@/components/ui/badge';
import { exactAge } from '@/lib/exact-age';
import { counted } from '@/lib/number';

import type { Channel } from '../api/list-channels';
import { keywordsQuery } from '../api/list-keywords';
import { stateOf } from '../channel-state';
import { kinds } from '../kinds';

/** The most keywords that are named one by one. */
const NAMED = 3;

type ChannelSummaryProps = { channel: Channel; heading: 'h1' | 'h2' };

/** A channel's name, address, keywords and status. */
export function ChannelSummary({ channel, heading: Heading }: ChannelSummaryProps) {
  const { icon: Icon, label } = kinds[channel.channel];
  const { tone, label: state, text } = stateOf(channel);
  const about = [label, channel.shown, useScope(channel.watchIds ?? null)].filter(Boolean);
  return (
    <div className="flex min-w-0 items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-text @max-[13rem]:hidden">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Heading
            dir="auto"
            tabIndex={Heading === 'h1' ? -1 : undefined}
            className={
              Heading === 'h1' ? 'min-w-0 text-3xl' : 'min-w-0 font-sans text-lg tracking-normal'
            }
          >
            {channel.name}
          </Heading>
          <Badge tone={tone}>{state}</Badge>
        </div>
        <p className="mt-0.5 text-sm break-words text-ink-faint">{about.join(' • ')}</p>
        <p
          title={channel.lastSentAt ? `Last sent: ${exactAge(channel.lastSentAt)}` : undefined}
          className={`mt-1 text-sm break-words ${tone === 'bad' ? 'text-bad' : 'text-ink-soft'}`}
        >
          {text}
        </p>
      </div>
    </div>
  );
}

/** Returns a text about which keywords are sent. */
function useScope(watchIds: string[] | null): string {
  const { data } = useQuery({ ...keywordsQuery, enabled: watchIds !== null });
  if (watchIds === null) return 'All keywords';
  const names = watchIds.flatMap((id) => data?.find(({ _id }) => _id === id)?.keyword ?? []);
  const count = counted(watchIds.length, 'keyword');
  if (names.length === 0 || names.length > NAMED) return count;
  return names.map((name) => `“${name}”`).join(', ');
}
