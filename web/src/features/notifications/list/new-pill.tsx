import { ArrowUp } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { numberText } from '@/lib/number';

const MAX_SHOWN = 99;

type NewPillProps = { count: number; onShow: () => void };

/**
 * Shows what arrived while the list was read. It is in the place of the button that refreshes the
 * list, so that it covers and moves nothing.
 */
export function NewPill({ count, onShow }: NewPillProps) {
  return (
    <Button
      size="sm"
      onClick={onShow}
      className="rounded-full! bg-signal! text-[#10201b]! hover:brightness-95 max-sm:px-2"
    >
      <ArrowUp aria-hidden />
      {`${count > MAX_SHOWN ? `${numberText(MAX_SHOWN)}+` : numberText(count)} new`}
    </Button>
  );
}
