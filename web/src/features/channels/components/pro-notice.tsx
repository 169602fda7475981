import { Sparkles } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { UpgradeDialog } from '@/components/upgrade-dialog';

const benefits = [
  'Slack, Discord, Telegram and ntfy',
  'Signed webhooks, with a log of every attempt',
  'Private RSS, Atom and JSON feeds',
  'Unlimited keyword watches and advanced filters',
];

/** What the page is about, for someone whose plan does not have it. */
export function ProNotice({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={Sparkles}
        title="Channels are part of Pro"
        text="Send matches to Slack, Discord, Telegram, ntfy or your own server, and read them in any feed reader. Email and this website are yours on the Free plan too."
        action={<Button onClick={onUpgrade}>See what Pro has</Button>}
      />
    </Card>
  );
}

type UpgradeForChannelsProps = { open: boolean; onClose: () => void };

export function UpgradeForChannels({ open, onClose }: UpgradeForChannelsProps) {
  return (
    <UpgradeDialog
      open={open}
      onClose={onClose}
      message="Chats, webhooks and feeds are part of the Pro plan."
      benefits={benefits}
    />
  );
}
