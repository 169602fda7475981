import { useEffect, useEffectEvent, useRef } from 'react';

import { Button } from '@/components/ui/button';

import { observeNearness } from './near-view';

type ShowOlderProps = {
  busy: boolean;
  /** Whether coming near it is enough to show older ones. */
  isOnApproach: boolean;
  onShow: () => void;
};

/** The end of a list that has more notifications. */
export function ShowOlder({ busy, isOnApproach, onShow }: ShowOlderProps) {
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
        Show older
      </Button>
    </div>
  );
}
