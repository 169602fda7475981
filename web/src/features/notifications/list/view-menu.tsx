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
import { viewLabels } from './labels';
import { useInboxAddress, type View, views } from './use-inbox-view';

const icons: Record<View, LucideIcon> = {
  keywords: Group,
  timeline: ClockArrowDown,
  oldest: ClockArrowUp,
  'worth-a-reply': MessageCircleReply,
  unanswered: MessageCircleDashed,
};

/** Chooses the order of the list, and whether it holds only posts without replies. */
export function ViewMenu({ view }: { view: View }) {
  const navigate = useNavigate();
  const addressOf = useInboxAddress();
  return (
    <ChoiceMenu
      label="Order"
      value={view}
      onChange={(chosen) => void navigate(addressOf({ view: chosen }))}
      choices={views.map((value) => ({ value, label: viewLabels[value], icon: icons[value] }))}
    />
  );
}
