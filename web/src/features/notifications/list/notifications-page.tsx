import { Keyboard, TextSearch, VolumeX } from 'lucide-react';
import { Link, Navigate } from 'react-router';

import { Button } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import { paths } from '@/config/paths';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { counted } from '@/lib/number';
import { showOverlay } from '@/lib/overlay';

import { useUnreadCount } from '../api/unread-count';
import { ExportMenu } from './export-menu';
import { NotificationList } from './notification-list';
import { SaveView } from './save-view';
import { StatusFilter } from './status-filter';
import { type Tab, useInboxView, type View } from './use-inbox-view';
import { useLastView } from './use-last-view';

export default function NotificationsPage() {
  const goOnTo = useLastView();
  return goOnTo === null ? <Inbox /> : <Navigate to={goOnTo} replace />;
}

function Inbox() {
  const { tab, view, page } = useInboxView();
  const unread = useUnreadCount();
  const isNew = useIsNewcomer();
  return (
    <Page
      title="Notifications"
      about={unread !== undefined && counted(unread, 'unread notification')}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <StatusFilter tab={tab} />
          {!isNew && <OtherPages tab={tab} view={view} />}
        </div>
      }
    >
      <NotificationList key={`${tab} ${view}`} tab={tab} view={view} page={page} />
    </Page>
  );
}

/** What can be done with many notifications, beside the list. */
function OtherPages({ tab, view }: { tab: Tab; view: View }) {
  return (
    // Without icons, all fit on one line of a phone.
    <div className="flex flex-wrap items-center gap-2 max-sm:-ml-3 max-sm:gap-0 max-sm:[&_svg]:hidden">
      <Button asChild variant="ghost" size="sm">
        <Link to={paths.search}>
          <TextSearch aria-hidden />
          Search
        </Link>
      </Button>
      <SaveView tab={tab} view={view} />
      <ExportMenu filters={{ status: tab }} />
      <Button asChild variant="ghost" size="sm">
        <Link to={paths.mutes}>
          <VolumeX aria-hidden />
          Muted
        </Link>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-keyshortcuts="?"
        onClick={() => showOverlay('shortcuts')}
        className="max-sm:hidden"
      >
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </Button>
    </div>
  );
}
