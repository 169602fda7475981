import { ChevronRight } from 'lucide-react';

import { type ChannelKind, kindNames, kinds } from '../kinds';

/** Selects a kind of channel. */
export function KindChoice({ onChoose }: { onChoose: (kind: ChannelKind) => void }) {
  return (
    <ul className="grid gap-2.5">
      {kindNames.map((kind) => {
        const { label, about, icon: Icon } = kinds[kind];
        return (
          <li key={kind}>
            <button
              type="button"
              onClick={() => onChoose(kind)}
              className="flex w-full items-center gap-4 rounded-control border border-line bg-canvas px-4 py-3 text-left transition-colors hover:border-brand"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-brand-text" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-ink-faint">{about}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
