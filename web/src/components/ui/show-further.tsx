import { useEffect, useEffectEvent, useRef } from 'react';

import { observeNearness } from '@/lib/near-view';

import { Button } from './button';

type ShowFurtherProps = {
  label: string;
  busy: boolean;
  /** Whether coming near it is enough to show more. */
  isOnApproach: boolean;
  onShow: () => void;
};

/** The end of a list that has more items. */
export function ShowFurther({ label, busy, isOnApproach, onShow }: ShowFurtherProps) {
  const place = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (!isOnApproach || !place.current) return;
    return observeNearness(place.current, (isNear) => {
      if (isNear) show();
    });
  }, [isOnApproach]);
  return (
    <div ref={place} className="border-t border-line p-3 text-center">
      <Button variant="ghost" size="sm" busy={busy} onClick={onShow}>
        {label}
      </Button>
    </div>
  );
}
