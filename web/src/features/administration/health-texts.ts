import type { ProcessPart, RunningProcess, SourceHealth } from '@/api/types';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Formats a wait: "45 seconds", "3 minutes", "2 hours", "5 days". */
export function waitText(seconds: number): string {
  if (seconds < MINUTE_S) return counted(seconds, 'second');
  if (seconds < HOUR_S) return counted(Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return counted(Math.floor(seconds / HOUR_S), 'hour');
  return counted(Math.floor(seconds / DAY_S), 'day');
}

const parts: Record<ProcessPart, string> = {
  api: 'serves the website',
  ingest: 'reads sources',
  match: 'finds matches',
  deliver: 'sends messages',
};

/** Describes what a process does: "Serves the website, reads sources and sends messages". */
export function partsText(process: RunningProcess): string {
  const text = new Intl.ListFormat('en-GB').format(process.parts.map((part) => parts[part]));
  return asSentence(text);
}

/** Returns how many listings, feeds or connections of a source are polled, and their problems. */
export function sourceText({ source, polled, failing, lateSeconds, state }: SourceHealth): string {
  const what = source === 'reddit' ? 'listing' : source === 'feeds' ? 'feed' : 'connection';
  return [
    counted(polled, what),
    ...(failing > 0 ? [`the last poll of ${counted(failing, what)} failed`] : []),
    ...(state === 'late' ? [`late by ${waitText(lateSeconds)}`] : []),
  ].join(' • ');
}
