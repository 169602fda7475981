import { type KeyboardEvent, useId, useState } from 'react';

import { usePopup } from '@/components/ui/use-popup';

import { ChipBox } from './chip-box';
import { NameChips } from './name-chips';
import { SuggestionList } from './suggestion-list';
import type { useSubreddits } from './use-subreddits';
import { useSuggestions } from './use-suggestions';

type SubredditInputProps = {
  list: ReturnType<typeof useSubreddits>;
  excluded: boolean;
};

/** A list of subreddits as chips, with a box and suggestions to add to them. */
export function SubredditInput({ list, excluded }: SubredditInputProps) {
  const listId = useId();
  const offered = useSuggestions(list.text);
  const suggestions = excluded ? offered.filter(({ name }) => name !== 'all') : offered;
  const popup = usePopup(() => void list.commit());
  const [active, setActive] = useState(-1);
  const open = popup.shown && suggestions.length > 0;
  const activeName = open ? suggestions[active]?.name : undefined;

  const choose = (name: string) => {
    list.choose(name);
    setActive(-1);
    popup.hide();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        popup.show();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const count = suggestions.length;
        // One position more than there are suggestions: the text itself.
        if (open) setActive((at) => ((at + 1 + step + count + 1) % (count + 1)) - 1);
        break;
      }
      case 'Enter':
        if (activeName === undefined && !list.text.trim()) break;
        // Enter adds the name first, and does not submit the form.
        event.preventDefault();
        choose(activeName ?? list.text);
        break;
      case 'Backspace':
        if (list.text === '') list.remove(list.entries.at(-1)?.name ?? '');
        break;
    }
  };

  return (
    <div className="relative">
      <ChipBox
        chips={
          <NameChips
            what="subreddit"
            excluded={excluded}
            entries={list.entries}
            onRemove={list.remove}
          />
        }
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={activeName === undefined ? undefined : `${listId}-${active}`}
        value={list.text}
        placeholder={list.entries.length > 0 ? 'Add another' : excluded ? 'Add one' : 'all'}
        onChange={(event) => {
          list.type(event.target.value);
          setActive(-1);
          // A comma has ended a name, whose outcome matters more now.
          if (event.target.value.trimEnd().endsWith(',')) popup.hide();
          else popup.show();
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain').trim();
          // A box of one line would drop the line ends of a list.
          if (!/[\r\n]/.test(pasted)) return;
          event.preventDefault();
          choose(`${list.text}${pasted}`);
        }}
        onKeyDown={onKeyDown}
        onFocus={popup.show}
        onClick={popup.show}
        onBlur={popup.hideSoon}
      />
      {open && (
        <SuggestionList id={listId} suggestions={suggestions} active={active} onChoose={choose} />
      )}
    </div>
  );
}
