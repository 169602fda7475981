import type { Mute } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { muteName } from '@/entities/mute/mutes';
import { snoozeEnd } from '@/entities/snooze/snooze-times';
import { useSession } from '@/lib/http/session';
import { counted } from '@/lib/number';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { muteLook } from '../mute-kinds';

type MuteRowProps = { mute: Mute; leaving: boolean; onUnmute: () => void };

export function MuteRow({ mute, leaving, onUnmute }: MuteRowProps) {
  const { keyword, until, cleaned } = mute;
  const name = muteName(mute);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const row = useLeaveFocus<HTMLLIElement>((leaving) => [
    (leaving.nextElementSibling ?? leaving.previousElementSibling)?.querySelector('button'),
    document.querySelector('main h1'),
  ]);
  const { label, icon: Icon } = muteLook(mute);
  const facts = [
    keyword === null ? 'For all keywords' : `For “${keyword}”`,
    until === null ? 'for good' : `until ${snoozeEnd(until, timeZone)}`,
    ...(cleaned ? [`deleted ${counted(cleaned, 'notification')}`] : []),
  ];
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 basis-28">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="min-w-0 font-semibold">
            {name}
          </span>
          <Badge>{label}</Badge>
        </p>
        <p className="text-sm text-ink-faint">{facts.join(' • ')}</p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        // Not disabled, which would lose the focus before the next row can take it.
        aria-busy={leaving || undefined}
        aria-label={`Unmute ${name}${keyword === null ? '' : ` for “${keyword}”`}`}
        onClick={() => {
          if (!leaving) onUnmute();
        }}
        className="-mr-2"
      >
        Unmute
      </Button>
    </li>
  );
}
