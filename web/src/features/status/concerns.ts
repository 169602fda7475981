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
import { counted, numberText } from '@/lib/number';
import { placeLabel } from '@/lib/places';
import { agoText } from '@/lib/relative-time';

/** A problem for the user to look at, with links to where. */
export type Concern = {
  key: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** The time whose age the text contains. */
  since?: string | null;
  links: { label: string; to: string }[];
};

/** The problems of one kind, which share a line. */
export type ConcernGroup = { title: string; concerns: [Concern, ...Concern[]] };

/** Returns the problems in `status`, by kind. Refused email is left out because it has a banner. */
export function groupsOf(status: Status): ConcernGroup[] {
  const { forum, unreadableSites, failingEndpoints, pausedWatches, busyWatches, quietWatches } =
    status;
  return [
    group(forum ? forumConcerns(forum) : [], ''),
    group(unreadableSites.map(siteConcern), 'sites cannot be read at the moment'),
    group(failingEndpoints.map(endpointConcern), 'channels are not getting alerts'),
    group(pausedWatches.map(pausedConcern), 'keywords are paused'),
    group(busyWatches.map(busyConcern), 'keywords have more matches than are listed'),
    group(quietWatches.map(watchConcern), 'keywords have gone quiet'),
  ].filter((one) => one !== null);
}

/** `several` follows the number of concerns where there are more than one. */
function group([first, ...others]: Concern[], several: string): ConcernGroup | null {
  if (!first) return null;
  const title = others.length > 0 ? `${numberText(1 + others.length)} ${several}` : first.title;
  return { title, concerns: [first, ...others] };
}

function forumConcerns({ readable, since, reason, gaps }: NonNullable<Status['forum']>): Concern[] {
  if (!readable) {
    const last = since ? `Last read: ${agoText(since)}. ` : '';
    const why = reason ? `${reason.replace(/\.$/, '')}. ` : '';
    return [
      {
        key: 'forum',
        icon: CloudOff,
        title: 'Reddit cannot be read at the moment',
        text: `${last}${why}Harken keeps trying; until then, there will be no new matches.`,
        since,
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
      text: `In the last 24 hours there ${gaps === 1 ? 'was one period' : `were ${numberText(gaps)} periods`} that Harken could not read completely.`,
      links: [{ label: 'See coverage', to: paths.coverage }],
    },
  ];
}

function siteConcern({ place, since, reason }: Status['unreadableSites'][number]): Concern {
  const last = since ? `Last read: ${agoText(since)}. ` : '';
  return {
    key: place,
    icon: CloudOff,
    title: `${placeLabel(place)} cannot be read at the moment`,
    text: `${last}${reason} Harken keeps trying; until then, nothing new will come from there.`,
    since,
    links: [],
  };
}

function endpointConcern(endpoint: Status['failingEndpoints'][number]): Concern {
  const { endpointId, channel, name, since, lastError, paused } = endpoint;
  const isBrowser = channel === 'push';
  const failed = since ? `It started failing ${agoText(since)}` : 'It is failing';
  const why = lastError ? `: ${lastError.replace(/\.$/, '')}` : '';
  return {
    key: endpointId,
    icon: Unplug,
    title: paused ? `${name} is paused` : `${name} is not getting alerts`,
    text: paused ? `It failed for days${why}. Nothing more is sent there.` : `${failed}${why}.`,
    since,
    links: [
      isBrowser
        ? { label: 'Check the browser', to: `${paths.settings}#push` }
        : { label: 'Check the channel', to: channelPath(endpointId) },
    ],
  };
}

function pausedConcern({
  watchId,
  keyword,
  since,
  part,
}: Status['pausedWatches'][number]): Concern {
  const worst = part ? `, mostly because of ${part}` : '';
  return {
    key: `paused-${watchId}`,
    icon: CirclePause,
    title: `Paused: “${keyword}”`,
    text: `Searching for it takes too long${worst}. It was paused ${agoText(since)}. Edit the keyword to resume it.`,
    since,
    links: [{ label: 'Edit the keyword', to: `${paths.keywords}?watch=${watchId}` }],
  };
}

function busyConcern({ watchId, keyword, unlisted }: Status['busyWatches'][number]): Concern {
  const more = counted(unlisted, 'more match', 'more matches');
  return {
    key: `busy-${watchId}`,
    icon: ListX,
    title: `“${keyword}”: ${more}, not listed`,
    text: 'In the last 24 hours it had more matches than can be listed. They are still counted. Narrow it, or mute what you do not need.',
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
    text: `It usually matches ${rateText(usualPerWeek)}; nothing for ${counted(silentDays, 'day')}.`,
    links: [{ label: 'Check the keyword', to: `${paths.keywords}?watch=${watchId}` }],
  };
}

function rateText(perWeek: number): string {
  const times = Math.round(perWeek);
  if (times < 1) return 'less than once a week';
  return times === 1 ? 'once a week' : `${numberText(times)} times a week`;
}
