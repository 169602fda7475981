import { Megaphone } from 'lucide-react';
import { useState } from 'react';

import type { Announcement } from '@/api/types';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';

/** Holds the start time of the last dismissed announcement. */
const KEY = 'dismissedAnnouncement';

/** An announcement of the administrators to all users, until it is dismissed in this browser. */
export function AnnouncementBanner({ announcement }: { announcement: Announcement }) {
  const { text, since } = announcement;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(KEY));
  if (dismissed === since) return null;
  const dismiss = () => {
    localStorage.setItem(KEY, since);
    setDismissed(since);
  };
  return (
    <Banner
      tone="info"
      icon={Megaphone}
      title="From the administrators of this server"
      text={
        <span dir="auto" className="block whitespace-pre-line">
          {text}
        </span>
      }
    >
      <Button variant="secondary" size="sm" onClick={dismiss}>
        Dismiss
      </Button>
    </Banner>
  );
}
