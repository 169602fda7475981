import { useUnreadCount } from '@/features/notifications/api/unread-count';
import { numberText } from '@/lib/number';

const MAX_SHOWN = 99;

/** The number of unread notifications; `id` is that of the text that describes the link. */
export function UnreadBadge({ id }: { id: string }) {
  const count = useUnreadCount() ?? 0;
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="ml-auto rounded-full bg-signal px-2 text-xs leading-5 font-bold text-[#10201b]"
      >
        {count > MAX_SHOWN ? `${numberText(MAX_SHOWN)}+` : numberText(count)}
      </span>
      <span id={id} hidden>
        {numberText(count)} unread
      </span>
    </>
  );
}
