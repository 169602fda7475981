import type { ProcessPart, RunningProcess, SourceHealth } from '@/api/types';
import { counted } from '@/lib/number';
import { placeLabel } from '@/lib/places';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** What is due for longer is late; feeds are asked for less often. */
const LATE_S = 2 * MINUTE_S;
const FEEDS_LATE_S = 30 * MINUTE_S;

/** "45 seconds", "3 minutes", "2 hours", "5 days". */
export function waitText(seconds: number): string {
  if (seconds < MINUTE_S) return counted(seconds, 'second');
  if (seconds < HOUR_S) return counted(Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return counted(Math.floor(seconds / HOUR_S), 'hour');
  return counted(Math.floor(seconds / DAY_S), 'day');
}

const parts: Record<ProcessPart, string> = {
  api: 'serves the website',
  ingest: 'reads sources',
  deliver: 'sends messages',
};

/** "Serves the website, reads sources and sends messages". */
export function partsText(process: RunningProcess): string {
  const text = new Intl.ListFormat('en-GB').format(process.parts.map((part) => parts[part]));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Reddit", "Hacker News", "Feeds". */
export function sourceName({ source }: SourceHealth): string {
  if (source === 'reddit') return 'Reddit';
  return source === 'feeds' ? 'Feeds' : placeLabel(source);
}

type State = { tone: 'good' | 'signal' | 'bad'; label: string; text: string };

/** How the reading of a source goes. */
export function sourceState({ source, polled, failing, lateSeconds }: SourceHealth): State {
  const what = source === 'reddit' ? 'listing' : source === 'feeds' ? 'feed' : 'connection';
  const all = counted(polled, what);
  const late = lateSeconds > (source === 'feeds' ? FEEDS_LATE_S : LATE_S);
  const facts = [
    all,
    ...(failing > 0 ? [`the last poll of ${counted(failing, what)} failed`] : []),
    ...(late ? [`late by ${waitText(lateSeconds)}`] : []),
  ];
  const text = facts.join(' • ');
  if (polled > 0 && failing === polled) return { tone: 'bad', label: 'Failing', text };
  if (late) return { tone: 'signal', label: 'Late', text };
  return { tone: 'good', label: 'On time', text };
}
