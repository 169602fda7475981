import { Card } from '@/components/ui/card';

import { PushCommand } from './push-command';

/** Says how a source begins whose items a program sends. */
export function PushOffer() {
  return (
    <Card className="px-5 py-5 sm:px-6">
      <p className="text-sm text-ink-soft">
        A script or an email filter can send items of its own, with an API key from Settings:
      </p>
      <PushCommand name="items" />
    </Card>
  );
}
