import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { canObserve, observeNearness } from '@/lib/near-view';

import { Button } from './button';

type ShowFurtherProps = {
  label: string;
  busy: boolean;
  /** Whether coming near it is enough to show more. */
  isOnApproach: boolean;
  onShow: () => void;
};

/**
 * The end of a list that has more items. While these come by themselves, nobody needs the button,
 * which would move away as they do: it is only shown, busy, if they take long.
 */
export function ShowFurther({ label, busy, isOnApproach, onShow }: ShowFurtherProps) {
  const place = useRef<HTMLDivElement>(null);
  const [wasPressed, setPressed] = useState(true);
  const show = useEffectEvent(() => {
    setPressed(false);
    onShow();
  });
  useEffect(() => {
    if (!isOnApproach || !place.current) return;
    return observeNearness(place.current, (isNear) => {
      if (isNear) show();
    });
  }, [isOnApproach]);
  const comesByItself = isOnApproach ? canObserve() : busy && !wasPressed;
  return (
    <div
      ref={place}
      className={clsx(
        'border-t border-line p-3 text-center',
        comesByItself && 'invisible focus-within:visible',
        comesByItself && busy && 'animate-late',
      )}
    >
      <Button
        variant="ghost"
        size="sm"
        busy={busy}
        onClick={() => {
          setPressed(true);
          onShow();
        }}
      >
        {label}
      </Button>
    </div>
  );
}
