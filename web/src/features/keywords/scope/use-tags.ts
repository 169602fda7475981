import { useState } from 'react';

import { numberText } from '@/lib/number';

/** The server's limits. */
const MAX_TAGS = 20;
const MAX_TAG_CHARS = 50;

/** Manages the tags of a watch and the text of one being typed. */
export function useTags(initial: readonly string[], typed = '') {
  const [tags, setTags] = useState<readonly string[]>(initial);
  const [text, setText] = useState(typed);
  const [problem, setProblem] = useState<string>();

  /** Adds the tags in `typed`, a comma-separated list; an invalid text stays in the box. */
  const add = (typed: string): readonly string[] | null => {
    const names = typed.split(',').map((name) => name.trim());
    const next = [...new Set([...tags, ...names.filter(Boolean)])];
    const wrong = problemOf(next);
    setProblem(wrong);
    setText(wrong ? typed : '');
    if (wrong) return null;
    setTags(next);
    return next;
  };

  return {
    tags,
    text,
    problem,
    type: (typed: string) => {
      setProblem(undefined);
      if (typed.endsWith(',')) add(typed);
      else setText(typed);
    },
    /** Adds the typed tags. Returns all tags, or null if one is invalid. */
    settle: () => add(text),
    remove: (tag: string) => {
      setProblem(undefined);
      setTags(tags.filter((other) => other !== tag));
    },
  };
}

function problemOf(tags: readonly string[]): string | undefined {
  // Counts code points, as the server does.
  const isLong = tags.some((tag) => Array.from(tag).length > MAX_TAG_CHARS);
  if (isLong) return `A tag can have at most ${numberText(MAX_TAG_CHARS)} characters`;
  return tags.length > MAX_TAGS
    ? `A keyword can have at most ${numberText(MAX_TAGS)} tags`
    : undefined;
}
