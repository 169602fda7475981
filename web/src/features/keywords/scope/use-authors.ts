import { useRef, useState } from 'react';

import { callMatcher } from '@/lib/matcher/client';

import { type Entry, hasEntry, valid, validNames, withoutEntry } from './name-entries';

/** The form's list of authors who are left out. A name that is added is checked by the matcher. */
export function useAuthors(initial: readonly string[], typed = '') {
  const [text, setText] = useState(typed);
  const [entries, setEntries] = useState<Entry[]>(() => initial.map(valid));
  const [unsettled, setUnsettled] = useState(false);
  // Names may be added while others are checked.
  const current = useRef(entries);
  const running = useRef<Promise<void>>(Promise.resolve());

  const change = (next: Entry[]) => {
    current.current = next;
    setEntries(next);
  };

  const take = async (typed: string) => {
    for (const word of typed.split(/[\s,]+/).filter(Boolean)) {
      const name = word.replace(/^\/?u\//i, '');
      const reason = await problemOf(name);
      if (hasEntry(current.current, name)) continue;
      change([...current.current, reason ? { name, status: 'invalid', reason } : valid(name)]);
    }
  };
  const add = (typed: string) => (running.current = running.current.then(() => take(typed)));
  const commit = () => {
    setText('');
    return add(text);
  };

  return {
    text,
    entries,
    unsettled: unsettled && entries.some(({ status }) => status === 'invalid'),
    /** Takes what is typed; names that a comma or a space ends are added. */
    type: (typed: string) => {
      const end = typed.search(/[\s,][^\s,]*$/);
      setText(typed.slice(end + 1));
      if (end > 0) void add(typed.slice(0, end));
    },
    /** Adds what is typed. */
    commit,
    remove: (name: string) => change(withoutEntry(current.current, name)),
    /** The list once all are checked, or null when a name in it is not valid. */
    settle: async (): Promise<string[] | null> => {
      await commit();
      const names = validNames(current.current);
      setUnsettled(names.length < current.current.length);
      return names.length < current.current.length ? null : names;
    },
  };
}

/** Why nobody can be called so. Without the matcher the server alone decides. */
async function problemOf(name: string): Promise<string | undefined> {
  const watch = { keyword: 'any', exclusions: { authors: [name] } };
  const problem = await callMatcher('validateWatch', watch).catch(() => undefined);
  return problem && `${problem.message}.`;
}
