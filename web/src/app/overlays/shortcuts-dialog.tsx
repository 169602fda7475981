import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { Switch } from '@/components/ui/switch';
import { savedSearchesQuery } from '@/features/notifications/api/saved-searches';
import { triageKeys } from '@/features/notifications/triage/triage-keys';
import { setSingleKeys, useSingleKeys } from '@/lib/single-keys';

import { goKeys, savedKeys } from './go-keys';
import { paletteKey } from './palette-key';

type Row = { key: string; does: string };

const everywhere: Row[] = [
  { key: paletteKey, does: 'Search or jump to' },
  { key: '?', does: 'Show keyboard shortcuts' },
];

/** Lists every keyboard shortcut, with a switch for the single-key ones. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useSingleKeys((state) => state.on);
  const { data: saved } = useQuery(savedSearchesQuery);
  const id = useId();
  const goTo = (targets: readonly Row[]) =>
    targets.map(({ key, does }) => ({ key: `g ${key}`, does }));
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" size="sm">
      <Keys title="Everywhere" rows={everywhere} />
      <Keys title="Pages" rows={goTo(goKeys)} />
      {saved && saved.length > 0 && <Keys title="Saved" rows={goTo(savedKeys(saved))} />}
      <Keys title="Notifications" rows={triageKeys} />
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-4">
        <label htmlFor={id} className="text-sm font-semibold">
          Single-key shortcuts on this device
        </label>
        <Switch id={id} checked={on} onCheckedChange={setSingleKeys} />
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly Row[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 first:mt-0">
      <h3 id={id} className="font-sans text-sm text-ink-faint">
        {title}
      </h3>
      <dl className="mt-1 divide-y divide-line">
        {rows.map(({ key, does }) => (
          <div key={key} className="flex flex-row-reverse items-center justify-between gap-4 py-2">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
