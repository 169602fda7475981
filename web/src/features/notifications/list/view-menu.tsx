import {
  ClockArrowDown,
  ClockArrowUp,
  Group,
  type LucideIcon,
  MessageCircleDashed,
  MessageCircleReply,
} from 'lucide-react';
import { useNavigate } from 'react-router';

import { ChoiceMenu } from './choice-menu';
import { inboxQuery, type Tab, type View, views } from './use-inbox-view';

const shown: Record<View, { label: string; icon: LucideIcon }> = {
  keywords: { label: 'By keyword', icon: Group },
  timeline: { label: 'Newest', icon: ClockArrowDown },
  oldest: { label: 'Oldest', icon: ClockArrowUp },
  'worth-a-reply': { label: 'Worth a reply', icon: MessageCircleReply },
  unanswered: { label: 'Without replies', icon: MessageCircleDashed },
};

/** Chooses the order of the list, and whether it holds only posts without replies. */
export function ViewMenu({ tab, view }: { tab: Tab; view: View }) {
  const navigate = useNavigate();
  return (
    <ChoiceMenu
      label="Order"
      value={view}
      onChange={(chosen) => void navigate(inboxQuery({ tab, view: chosen }) || '.')}
      choices={views.map((value) => ({ value, ...shown[value] }))}
    />
  );
}
