import { clsx } from 'clsx';

import type { Command } from './find-commands';

type CommandListProps = {
  id: string;
  commands: readonly Command[];
  /** The index of the command that Enter runs. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (command: Command) => void;
};

/** The options below the palette's input, grouped by section. The input keeps the focus. */
export function CommandList({ id, commands, active, onPoint, onChoose }: CommandListProps) {
  const sections = [...new Set(commands.map(({ section }) => section))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className={clsx('min-h-0 overflow-y-auto', commands.length > 0 && 'p-2')}
    >
      {sections.map((section) => (
        <div key={section} role="group" aria-label={section}>
          <p aria-hidden className="px-3 pt-2.5 pb-1 text-xs font-semibold text-ink-faint">
            {section}
          </p>
          {commands.map((command, index) => {
            if (command.section !== section) return null;
            return (
              <Option
                key={command.id}
                id={`${id}-${index}`}
                command={command}
                active={index === active}
                onPoint={() => onPoint(index)}
                onChoose={() => onChoose(command)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  command: Command;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, command, active, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, label, hint } = command;
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      ref={(row) => {
        if (active) row?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={clsx(
        'flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2.5',
        active ? 'bg-brand-soft text-brand-text' : 'text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
        {label}
      </span>
      {hint && <span className="max-w-[45%] truncate text-sm text-ink-faint">{hint}</span>}
    </div>
  );
}
