import { useRef, useState } from 'react';

import { type Entry, hasEntry, valid, validNames, withoutEntry } from './name-entries';

/** Manages a list of names, each ended by a comma or a space; `read` parses an added word. */
export function useNameList(
  initial: readonly string[],
  read: (word: string) => Promise<Entry>,
  typed = '',
) {
  const [text, setText] = useState(typed);
  const [entries, setEntries] = useState<Entry[]>(() => initial.map(valid));
  const [unsettled, setUnsettled] = useState(false);
  // Names may be added while others are being checked.
  const current = useRef(entries);
  const running = useRef<Promise<void>>(Promise.resolve());

  const change = (next: Entry[]) => {
    current.current = next;
    setEntries(next);
  };

  const take = async (typed: string) => {
    for (const word of typed.split(/[\s,]+/).filter(Boolean)) {
      const entry = await read(word);
      if (!hasEntry(current.current, entry.name)) change([...current.current, entry]);
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
    /** Adds the names in `typed`. */
    add,
    /** Takes the typed text; names ended by a comma or a space are added. */
    type: (typed: string) => {
      const end = typed.search(/[\s,][^\s,]*$/);
      setText(typed.slice(end + 1));
      if (end > 0) void add(typed.slice(0, end));
    },
    /** Adds the typed name. */
    commit,
    remove: (name: string) => change(withoutEntry(current.current, name)),
    /** Returns the list once all names are checked, or null if one of them is invalid. */
    settle: async (): Promise<string[] | null> => {
      await commit();
      const names = validNames(current.current);
      setUnsettled(names.length < current.current.length);
      return names.length < current.current.length ? null : names;
    },
  };
}
