import { Keyboard, TextSearch, VolumeX } from 'lucide-react';
import { Link, Navigate } from 'react-router';

import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { paths } from '@/config/paths';
import { counted } from '@/lib/number';
import { showOverlay } from '@/lib/overlay';

import { useUnreadCount } from '../api/unread-count';
import { ExportMenu } from './export-menu';
import { NotificationList } from './notification-list';
import { StatusFilter } from './status-filter';
import { useInboxView } from './use-inbox-view';
import { useLastView } from './use-last-view';

export default function NotificationsPage() {
  const goOnTo = useLastView();
  return goOnTo === null ? <Inbox /> : <Navigate to={goOnTo} replace />;
}

function Inbox() {
  const { tab, view, page } = useInboxView();
  const unread = useUnreadCount();
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Notifications · Harken</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 tabIndex={-1} className="text-3xl outline-none">
            Notifications
          </h1>
          <p className="mt-1.5 min-h-6 text-ink-soft">
            {unread !== undefined && counted(unread, 'unread notification')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <StatusFilter tab={tab} view={view} />
          <div className="flex flex-wrap items-center gap-2 max-sm:-ml-3">
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.search}>
                <TextSearch aria-hidden />
                Search
              </Link>
            </Button>
            <ExportMenu filters={{ status: tab }} />
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.mutes}>
                <VolumeX aria-hidden />
                Muted
              </Link>
            </Button>
            <Tooltip text="Keyboard shortcuts">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Keyboard shortcuts"
                aria-keyshortcuts="?"
                onClick={() => showOverlay('shortcuts')}
                className="max-sm:hidden"
              >
                <Keyboard aria-hidden />
              </Button>
            </Tooltip>
          </div>
        </div>
      </header>
      <NotificationList key={`${tab} ${view}`} tab={tab} view={view} page={page} />
    </div>
  );
}
