import {
  Clock,
  Group,
  type LucideIcon,
  MessageCircleDashed,
  MessageCircleReply,
} from 'lucide-react';
import { useNavigate } from 'react-router';

import { Button } from '@/components/ui/button';
import { Dropdown, DropdownChoices } from '@/components/ui/dropdown';
import { Tooltip } from '@/components/ui/tooltip';

import { inboxQuery, type Tab, type View, views } from './use-inbox-view';

const shown: Record<View, { label: string; icon: LucideIcon }> = {
  keywords: { label: 'Group by keyword', icon: Group },
  timeline: { label: 'Newest first', icon: Clock },
  'worth-a-reply': { label: 'Worth a reply first', icon: MessageCircleReply },
  unanswered: { label: 'Worth a reply, without replies', icon: MessageCircleDashed },
};

/** Chooses the order of the list, and whether it holds only posts without replies. */
export function ViewMenu({ tab, view }: { tab: Tab; view: View }) {
  const navigate = useNavigate();
  const Icon = shown[view].icon;
  const name = `Order: ${shown[view].label}`;
  return (
    <Dropdown
      trigger={
        <Button variant="ghost" size="icon" aria-label={name} className="size-9!">
          <Tooltip text={name}>
            <Icon aria-hidden />
          </Tooltip>
        </Button>
      }
    >
      <DropdownChoices
        value={view}
        onChange={(chosen) => void navigate(inboxQuery({ tab, view: chosen }) || '.')}
        choices={views.map((value) => ({ value, ...shown[value] }))}
      />
    </Dropdown>
  );
}
