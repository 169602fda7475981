import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';

import { useReturnFocus } from '@/components/ui/return-focus';
import { counted } from '@/lib/number';

import { CommandList } from './command-list';
import { type Command, findCommands } from './find-commands';
import { useCommands } from './use-commands';

/** A dialog to find pages, actions and keywords by keyboard. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const listId = useId();
  const focus = useReturnFocus();
  const commands = findCommands(useCommands(), typed);
  const last = commands.length - 1;
  const active = Math.min(wanted, last);

  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const steps: Record<string, number | undefined> = {
    ArrowDown: active === last ? 0 : active + 1,
    ArrowUp: active <= 0 ? last : active - 1,
    PageDown: Math.min(active + 5, last),
    PageUp: Math.max(active - 5, 0),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    const command = commands[active];
    if (step !== undefined) setWanted(step);
    else if (event.key === 'Enter' && command) run(command);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus.handlers}
          className="fixed top-[max(8dvh,var(--toasts-top))] right-3 left-[calc(var(--frame-left)+0.75rem)] z-50 mx-auto flex max-h-[min(32rem,76dvh)] max-w-xl animate-rise flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float focus:outline-none sm:top-[max(14dvh,var(--toasts-top))]"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line px-5">
            <Search aria-hidden className="size-5 shrink-0 text-ink-faint" />
            <input
              type="text"
              role="combobox"
              aria-label="Search pages, actions and keywords"
              aria-expanded={commands.length > 0}
              aria-controls={listId}
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Search or jump to…"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setWanted(0);
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint"
            />
          </div>
          <CommandList
            id={listId}
            commands={commands}
            active={active}
            onPoint={setWanted}
            onChoose={run}
          />
          {commands.length === 0 && (
            <p className="px-5 py-8 text-center text-ink-faint">No results.</p>
          )}
          <p role="status" className="sr-only">
            {counted(commands.length, 'result')}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
