import { ArrowUp } from 'lucide-react';

const MAX_SHOWN = 99;

type NewPillProps = { count: number; onShow: () => void };

/** Brings in what arrived while the list was read; it stays in view, and moves nothing. */
export function NewPill({ count, onShow }: NewPillProps) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-20 z-20 -my-3 flex h-0 justify-center lg:top-4"
    >
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto inline-flex h-9 animate-rise items-center gap-1.5 rounded-full bg-signal px-4 text-sm font-bold text-[#10201b] shadow-float hover:brightness-95"
      >
        <ArrowUp aria-hidden className="size-4" />
        {`${count > MAX_SHOWN ? `${MAX_SHOWN}+` : count} new`}
      </button>
    </div>
  );
}
