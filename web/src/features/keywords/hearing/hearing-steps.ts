import type { HearingStep, HearingTest } from '@/api/types';
import { channelNames } from '@/entities/delivery/channel-names';
import { snoozeEnd } from '@/entities/snooze/snooze-times';
import { duration } from '@/lib/duration';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

/** Whether this browser's live connection has delivered the alert, and how long after the click. */
export type Shown =
  | { state: 'waiting' }
  | { state: 'done'; ms: number }
  | { state: 'failed'; isLive: boolean };

/** A step as it is displayed. */
export type Line = {
  label: string;
  state: HearingStep['state'];
  /** The time from the creation of the post to the end of the step. */
  ms?: number | undefined;
  notes: string[];
};

/** The number of channels named in the result. */
const MAX_NAMED = 2;

const causes = {
  together: 'the next email',
  hourly: 'the hourly digest',
  daily: 'the daily digest',
  weekly: 'the weekly digest',
  quiet: 'the end of your quiet hours',
  burst: 'the next full hour',
  snooze: 'the end of your snooze',
  aside: 'the daily digest',
};

/** Returns the steps of a test, with the one that only this browser knows, in `timeZone`. */
export function linesOf(test: HearingTest, shown: Shown, timeZone: string): Line[] {
  const lines: Line[] = test.steps.map((step) => ({
    label: labelOf(step, test.keyword),
    state: step.state,
    ms: step.afterMs ?? undefined,
    notes: notesOf(step, timeZone),
  }));
  const stored = test.steps.findIndex(({ kind }) => kind === 'stored');
  // An item that is not stored is not shown anywhere.
  if (test.steps[stored]?.state === 'done') lines.splice(stored + 1, 0, lineOf(shown));
  return [{ label: 'Post planted', state: 'done', notes: [`“${test.title}”`] }, ...lines];
}

function labelOf({ kind, channel, name }: HearingStep, keyword: string): string {
  if (kind === 'read') return 'Read';
  if (kind === 'matched') return `Matched with “${keyword}”`;
  if (kind === 'stored') return 'Stored';
  const label = channel ? channelNames[channel] : '';
  return name ? `${label}: ${name}` : label;
}

function notesOf({ state, reason, heldUntil, heldBy }: HearingStep, timeZone: string): string[] {
  const notes = reason ? [asSentence(reason)] : [];
  if (heldUntil && heldBy && state !== 'skipped') {
    const until = snoozeEnd(heldUntil, timeZone);
    notes.push(
      `Only the test goes at once. An alert now would wait for ${causes[heldBy]}, ${until}.`,
    );
  }
  return notes;
}

function lineOf(shown: Shown): Line {
  const label = 'Shown in this browser';
  if (shown.state === 'done') return { label, state: 'done', ms: shown.ms, notes: [] };
  if (shown.state === 'waiting') return { label, state: 'waiting', notes: [] };
  const note = shown.isLive
    ? 'The live connection has not brought it. Reload the page, and test again.'
    : 'This browser has no live connection. Check its network; a proxy in front of Harken may hold events back.';
  return { label, state: 'failed', notes: [note] };
}

/** Returns the result of a finished test in a sentence or two. */
export function resultText({ steps }: HearingTest, shown: Shown): string {
  const broken = steps.find(({ kind, state }) => kind !== 'sent' && state === 'failed');
  if (broken) return `Not heard: the post was not ${broken.kind}.`;
  const sent = steps.filter(({ kind, state }) => kind === 'sent' && state === 'done');
  const arrivals = sent.slice(0, MAX_NAMED + 1).map(({ channel, name, afterMs }) => {
    const after = duration(afterMs ?? 0);
    return channel === 'mail'
      ? `the email was accepted after ${after}`
      : `“${name ?? ''}” got it after ${after}`;
  });
  const more = sent.length - arrivals.length;
  if (more > 0) arrivals.push(`${counted(more, 'more channel')} got it`);
  const heard =
    shown.state === 'done'
      ? `Heard in ${duration(shown.ms)}`
      : 'Heard, but not shown in this browser';
  const failed = steps.filter(({ kind, state }) => kind === 'sent' && state === 'failed').length;
  const said = [`${[heard, ...arrivals].join('; ')}.`];
  if (sent.length === 0) said.push('Nothing was sent.');
  if (failed > 0) said.push(`${counted(failed, 'message')} could not be sent.`);
  return said.join(' ');
}
