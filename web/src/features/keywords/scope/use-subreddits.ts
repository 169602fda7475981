import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { errorText } from '@/lib/http/api-error';
import { callMatcher } from '@/lib/matcher/client';
import { isSite, placeOf } from '@/lib/places';

import { subredditQuery } from './check-subreddit';
import {
  type Entry,
  hasEntry,
  valid,
  validNames,
  withEntry,
  withoutEntry,
  withResult,
} from './name-entries';

const NO_SUBREDDIT = 'There is no subreddit with this name.';

type ListOptions = {
  excluded?: boolean;
  /** The text in the box when the form was left. */
  typed?: string;
  /** Receives a site that is typed as a subreddit. Returns whether it is handled elsewhere. */
  onSite?: (place: string) => boolean;
};

/**
 * Manages a list of subreddits in the form: those of the watch, or the `excluded` ones. An added
 * name is checked by the matcher first, then by the server. Names are checked at the same time, and
 * typing continues meanwhile.
 */
export function useSubreddits(
  initial: readonly string[],
  { excluded = false, typed = '', onSite }: ListOptions = {},
) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(typed);
  const [entries, setEntries] = useState<Entry[]>(() => initial.map(valid));
  const [unsettled, setUnsettled] = useState(false);
  // Checks end in any order, and each applies to the list as it is then.
  const current = useRef(entries);
  const running = useRef(new Set<Promise<void>>());

  const change = (next: Entry[]) => {
    current.current = next;
    setEntries(next);
  };

  const track = (work: Promise<void>) => {
    running.current.add(work);
    void work.finally(() => running.current.delete(work));
    return work;
  };

  const check = async (name: string) => {
    const result = await queryClient.query(subredditQuery(name)).then(
      (found): Entry =>
        found.exists ? valid(found.name) : { name, status: 'invalid', reason: NO_SUBREDDIT },
      (error: unknown): Entry => {
        console.error('The subreddit could not be checked', error);
        const reason = errorText(error, 'The name could not be checked. Please try again.');
        return { name, status: 'invalid', reason, unchecked: true };
      },
    );
    change(withResult(current.current, name, result));
  };

  const take = async (typed: string) => {
    const found = await parse(typed);
    const checks = found.map(async ({ name, error }) => {
      if (onSite?.(placeOf(name)) || hasEntry(current.current, name)) return;
      const all = name.toLowerCase() === 'all';
      const reason =
        all && excluded
          ? 'You cannot exclude every subreddit.'
          : (error ?? (isSite(name) ? NO_SUBREDDIT : undefined));
      const entry: Entry = reason
        ? { name, status: 'invalid', reason }
        : { name, status: all ? 'valid' : 'checking' };
      change(withEntry(current.current, entry));
      if (entry.status === 'checking') await check(name);
    });
    await Promise.all(checks);
  };

  /** Adds the names in `typed`, a comma-separated list. */
  const add = (typed: string) => (typed.trim() ? track(take(typed)) : Promise.resolve());

  return {
    text,
    entries,
    /** Whether `settle` has found invalid names and some remain. */
    unsettled: unsettled && entries.some(({ status }) => status === 'invalid'),
    add,
    /** Takes the typed text; names ended by a comma are added. */
    type: (typed: string) => {
      const end = typed.lastIndexOf(',');
      setText(typed.slice(end + 1).trimStart());
      void add(typed.slice(0, Math.max(end, 0)));
    },
    /** Adds the typed name, as leaving the field does. */
    commit: () => {
      setText('');
      return add(text);
    },
    choose: (name: string) => {
      setText('');
      void add(name);
    },
    remove: (name: string) => change(withoutEntry(current.current, name)),
    /** Waits for every check. Returns the list, or null if a name in it is invalid. */
    settle: async (): Promise<string[] | null> => {
      setText('');
      void add(text);
      for (const entry of current.current) {
        // The check failed before; this time the server may answer.
        if (entry.status !== 'invalid' || !entry.unchecked) continue;
        change(withResult(current.current, entry.name, { name: entry.name, status: 'checking' }));
        void track(check(entry.name));
      }
      while (running.current.size > 0) await Promise.all(running.current);
      const names = validNames(current.current);
      setUnsettled(names.length < current.current.length);
      if (names.length < current.current.length) return null;
      return names.length > 0 || excluded ? names : ['all'];
    },
  };
}

type Parsed = { name: string; error?: string };

/** Parses the names in a list. Without the matcher, the server alone decides. */
async function parse(typed: string): Promise<Parsed[]> {
  try {
    const { entries } = await callMatcher('parseSubreddits', typed);
    return entries.map(({ name, error }) => ({ name, error }));
  } catch {
    const names = typed.split(/[,;\n]/).map((name) => name.trim());
    return names.filter(Boolean).map((name) => ({ name }));
  }
}
