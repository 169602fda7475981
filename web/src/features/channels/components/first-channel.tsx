import { Radio } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

/** Replaces the list while there is no channel. */
export function FirstChannel({ onAdd }: { onAdd: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={Radio}
        title="No channels yet"
        text="Add the chat where your team already talks, or your own server. A test shows at once whether alerts will arrive."
        action={<Button onClick={onAdd}>Add your first channel</Button>}
      />
    </Card>
  );
}
