import { type ComponentProps, type ReactNode, useId } from 'react';

import { Switch } from '@/components/ui/switch';

import { type SectionId, sections } from '../sections';

type SettingsSectionProps = {
  id: SectionId;
  text?: ReactNode;
  /** A button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
};

export function SettingsSection({ id, text, action, children }: SettingsSectionProps) {
  const { title, icon: Icon } = sections[id];
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="@container rounded-card border border-line bg-surface shadow-card"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4 sm:px-6">
        <div className="flex min-w-0 flex-1 basis-32 gap-3">
          <Icon
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-brand-text @max-[13rem]:hidden"
          />
          <div className="min-w-0">
            <h2 id={`${id}-title`} className="text-lg">
              {title}
            </h2>
            {text && <p className="mt-0.5 text-sm text-ink-faint">{text}</p>}
          </div>
        </div>
        {action}
      </header>
      <div className="grid grid-cols-1 gap-5 px-5 py-5 sm:px-6">{children}</div>
    </section>
  );
}

type SettingRowProps = {
  label: string;
  hint: ReactNode;
  /** The id of the control that the label belongs to; the hint's is `<id>-hint`. */
  controlId?: string;
  children: ReactNode;
};

/** A setting on one line: its label on the left, its control or status on the right. */
export function SettingRow({ label, hint, controlId, children }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-28">
        {controlId ? (
          <label htmlFor={controlId} className="font-semibold">
            {label}
          </label>
        ) : (
          <h3 className="font-sans text-[0.9375rem] font-semibold tracking-normal">{label}</h3>
        )}
        <p id={controlId && `${controlId}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  );
}

type SettingSwitchProps = Omit<SettingRowProps, 'controlId' | 'children'> &
  Omit<ComponentProps<typeof Switch>, 'id'>;

/** A setting that is on or off. */
export function SettingSwitch({ label, hint, ...control }: SettingSwitchProps) {
  const id = useId();
  return (
    <SettingRow label={label} hint={hint} controlId={id}>
      <Switch id={id} aria-describedby={`${id}-hint`} {...control} />
    </SettingRow>
  );
}
