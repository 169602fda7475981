import { Search } from 'lucide-react';

import { Kbd } from '@/components/ui/kbd';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { showOverlay } from '@/lib/overlay';

import { paletteKey } from '../overlays/palette-key';

const open = () => showOverlay('palette');

/** Opens the command palette and shows its keyboard shortcut. New accounts have few pages to jump to. */
export function PaletteButton() {
  if (useIsNewcomer()) return null;
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className="mt-6 flex h-10 w-full items-center gap-2.5 rounded-control border border-line bg-surface px-3 text-sm text-ink-faint shadow-low transition-colors hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-4" />
      <span className="flex-1 text-left">Search or jump to…</span>
      <span aria-hidden>
        <Kbd>{paletteKey}</Kbd>
      </span>
    </button>
  );
}

/** The palette button without text, for narrow bars. */
export function PaletteIconButton({ className }: { className: string }) {
  if (useIsNewcomer()) return null;
  return (
    <button
      type="button"
      aria-label="Search or jump to"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
      className={className}
    >
      <Search aria-hidden className="size-5" />
    </button>
  );
}
