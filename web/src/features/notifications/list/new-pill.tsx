import { ArrowUp } from 'lucide-react';

import { numberText } from '@/lib/number';

const MAX_SHOWN = 99;

type NewPillProps = { count: number; onShow: () => void };

/**
 * Shows what arrived while the list was read. It stays in view and takes no space in the layout, so
 * that it moves nothing.
 */
export function NewPill({ count, onShow }: NewPillProps) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--frame-top)+1rem)] z-20 flex h-0 justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-9 animate-rise items-center gap-1.5 rounded-full bg-signal px-4 text-sm font-bold text-[#10201b] shadow-float hover:brightness-95"
        >
          <ArrowUp aria-hidden className="size-4" />
          {`${count > MAX_SHOWN ? `${numberText(MAX_SHOWN)}+` : numberText(count)} new`}
        </button>
      )}
    </div>
  );
}
