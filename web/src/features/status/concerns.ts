import {
  CirclePause,
  CloudOff,
  Ear,
  ListX,
  type LucideIcon,
  TriangleAlert,
  Unplug,
} from 'lucide-react';

import type { Status } from '@/api/types';
import { channelPath, paths } from '@/config/paths';
import { relativeTime } from '@/lib/relative-time';

/** Something that a user should look at, and where. */
export type Concern = {
  key: string;
  icon: LucideIcon;
  title: string;
  text: string;
  links: { label: string; to: string }[];
};

/** What of `status` is not as it should be; none when all is well. Refused mail has a banner. */
export function concernsOf(status: Status): Concern[] {
  const { forum, failingEndpoints, pausedWatches, busyWatches, quietWatches } = status;
  return [
    ...(forum ? forumConcerns(forum) : []),
    ...failingEndpoints.map(endpointConcern),
    ...pausedWatches.map(pausedConcern),
    ...busyWatches.map(busyConcern),
    ...quietWatches.map(watchConcern),
  ];
}

function forumConcerns({ readable, since, reason, gaps }: NonNullable<Status['forum']>): Concern[] {
  if (!readable) {
    const last = since ? `Last read: ${relativeTime(since).toLowerCase()}. ` : '';
    const why = reason ? `${reason.replace(/\.$/, '')}. ` : '';
    return [
      {
        key: 'forum',
        icon: CloudOff,
        title: 'Reddit cannot be read at the moment',
        text: `${last}${why}Harken keeps trying; nothing new can be found until then.`,
        links: [],
      },
    ];
  }
  if (gaps === 0) return [];
  return [
    {
      key: 'gaps',
      icon: TriangleAlert,
      title: 'Some posts may have been missed',
      text: `In the last 24 hours there ${gaps === 1 ? 'was one stretch' : `were ${gaps} stretches`} that Harken could not read completely.`,
      links: [{ label: 'See the coverage', to: paths.coverage }],
    },
  ];
}

function endpointConcern(endpoint: Status['failingEndpoints'][number]): Concern {
  const { endpointId, channel, name, since, lastError, paused } = endpoint;
  const isBrowser = channel === 'push';
  const failed = since ? `It began to fail ${relativeTime(since).toLowerCase()}` : 'It fails';
  const why = lastError ? `: ${lastError.replace(/\.$/, '')}` : '';
  return {
    key: endpointId,
    icon: Unplug,
    title: paused ? `${name} is paused` : `${name} does not take alerts`,
    text: paused ? `It failed for days${why}. Nothing is sent there any more.` : `${failed}${why}.`,
    links: [
      isBrowser
        ? { label: 'Look at the browser', to: `${paths.settings}#push` }
        : { label: 'Look at the channel', to: channelPath(endpointId) },
    ],
  };
}

function pausedConcern({
  watchId,
  keyword,
  since,
  part,
}: Status['pausedWatches'][number]): Concern {
  const worst = part ? `, most of all for ${part}` : '';
  return {
    key: `paused-${watchId}`,
    icon: CirclePause,
    title: `Paused: “${keyword}”`,
    text: `Searching for it takes too long${worst}. Nothing is searched for it since ${relativeTime(since).toLowerCase()}. Change the keyword, and it goes on.`,
    links: [{ label: 'Change the keyword', to: `${paths.keywords}?watch=${watchId}` }],
  };
}

function busyConcern({ watchId, keyword, unlisted }: Status['busyWatches'][number]): Concern {
  const more = `${unlisted.toLocaleString('en')} more ${unlisted === 1 ? 'match' : 'matches'}`;
  return {
    key: `busy-${watchId}`,
    icon: ListX,
    title: `“${keyword}”: ${more}, not listed`,
    text: 'In the last 24 hours it matched more than an hour can list. It goes on counting; narrow it, or mute what you do not need.',
    links: [
      { label: 'Narrow the keyword', to: `${paths.keywords}?watch=${watchId}` },
      { label: 'Mute something', to: `${paths.mutes}?watch=${watchId}` },
    ],
  };
}

function watchConcern(watch: Status['quietWatches'][number]): Concern {
  const { watchId, keyword, usualPerWeek, silentDays } = watch;
  return {
    key: watchId,
    icon: Ear,
    title: `“${keyword}” has gone quiet`,
    text: `It usually matches ${rateText(usualPerWeek)}; nothing for ${silentDays} ${silentDays === 1 ? 'day' : 'days'}.`,
    links: [{ label: 'Check the keyword', to: `${paths.keywords}?watch=${watchId}` }],
  };
}

function rateText(perWeek: number): string {
  const times = Math.round(perWeek);
  if (times < 1) return 'less than once a week';
  return times === 1 ? 'once a week' : `${times.toLocaleString('en')} times a week`;
}
