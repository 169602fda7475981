import { useState } from 'react';

import { useForm } from '@/lib/form';

import { useQueryEditor } from '../query/use-query-editor';
import { unsettledText, validNames } from '../scope/name-entries';
import { readAuthor } from '../scope/read-author';
import { splitPlaces } from '../scope/split-places';
import { useNameList } from '../scope/use-name-list';
import { useSources } from '../scope/use-sources';
import { useSubreddits } from '../scope/use-subreddits';
import { useTags } from '../scope/use-tags';
import type { EditedWatch } from './watch-defaults';
import { nothingTyped, type WatchDraft } from './watch-draft';

type FieldsOptions = {
  /** The initial values of the form. */
  had: EditedWatch;
  /** The values typed before the form was left. */
  draft: WatchDraft | undefined;
  onEdit: () => void;
};

/** Manages the fields of a watch's form. */
export function useWatchFields({ had, draft, onEdit }: FieldsOptions) {
  const first = draft?.edited ?? had;
  const typed = draft?.typed ?? nothingTyped;
  const [mode, setMode] = useState(first.mode);
  const [filters, setFilters] = useState(first.filters);
  const [alerts, setAlerts] = useState(first.notificationSettings);
  const [notes, setNotes] = useState(first.notes);
  const [description, setDescription] = useState(first.description);
  const isQuery = mode === 'query';
  const form = useForm({
    initial: { keyword: first.keyword },
    validate: ({ keyword }) =>
      keyword.trim() ? {} : { keyword: `${isQuery ? 'Query' : 'Keyword'} is required` },
    onEdit,
  });
  const text = form.input('keyword');
  const setText = (value: string) => text.onChange({ target: { value } });
  const editor = useQueryEditor(text.value, isQuery, setText);
  const sources = useSources(first.subreddits, typed.communities);
  const list = useSubreddits(splitPlaces(first.subreddits).subreddits, {
    typed: typed.subreddits,
    onSite: sources.turnOn,
  });
  const leftOut = useSubreddits(first.excludedSubreddits, {
    excluded: true,
    typed: typed.excludedSubreddits,
  });
  const authors = useNameList(first.excludedAuthors, readAuthor, typed.excludedAuthors);
  const tags = useTags(first.tags, typed.tags);

  const rule = {
    keyword: text.value,
    mode,
    subreddits: sources.places(validNames(list.entries)),
    // Without Reddit, its exclusions have no meaning.
    excludedSubreddits: sources.hasReddit ? validNames(leftOut.entries) : [],
    excludedAuthors: validNames(authors.entries),
    filters,
  };
  const now: WatchDraft = {
    edited: { ...rule, notificationSettings: alerts, tags: [...tags.tags], notes, description },
    typed: {
      subreddits: unsettledText(list.entries, list.text),
      communities: unsettledText(sources.communities.entries, sources.communities.text),
      excludedSubreddits: unsettledText(leftOut.entries, leftOut.text),
      excludedAuthors: unsettledText(authors.entries, authors.text),
      tags: tags.text.trim(),
    },
  };

  return {
    ...{ mode, isQuery, filters, alerts, notes, description, form, text, editor, tags },
    ...{ sources, list, leftOut, authors },
    /** The values that decide what matches. */
    rule,
    /** All values of the form, valid or not. */
    now,
    setMode: (next: typeof mode) => {
      setMode(next);
      onEdit();
    },
    setFilters,
    setAlerts,
    setNotes,
    setDescription,
    /** Returns the watch to save once all names are checked, or null if one of them is invalid. */
    settle: async (): Promise<EditedWatch | null> => {
      const [subreddits, excludedSubreddits, excludedAuthors] = await Promise.all([
        // A hidden field cannot be corrected.
        sources.hasReddit ? list.settle() : [],
        sources.hasReddit ? leftOut.settle() : [],
        authors.settle(),
      ]);
      const settled = tags.settle();
      const places = subreddits && (await sources.settle(subreddits));
      if (!places || !excludedSubreddits || !excludedAuthors || !settled) return null;
      const scope = { subreddits: places, excludedSubreddits, excludedAuthors };
      return { ...now.edited, ...scope, keyword: text.value.trim(), tags: [...settled] };
    },
  };
}
