import type { GroupedNotification } from '@/api/types';
import { Card } from '@/components/ui/card';

import type { ListActions } from '../triage/use-inbox-actions';
import { GroupItems } from './group-items';
import { type Left, TIMELINE } from './held-list';
import type { Tab, View } from './use-inbox-view';

type TimelineProps = {
  group: GroupedNotification;
  tab: Tab;
  view: View;
  left: Left;
  actions: ListActions;
};

/** Lists the notifications of all keywords. */
export function Timeline(props: TimelineProps) {
  return (
    <Card data-group={TIMELINE} className="overflow-hidden">
      <GroupItems {...props} />
    </Card>
  );
}
