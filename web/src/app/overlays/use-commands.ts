import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  FileUp,
  Keyboard,
  ListChecks,
  LogOut,
  Moon,
  Plus,
  Radar,
  Rss,
  Star,
  Sun,
  TextSearch,
  VolumeX,
} from 'lucide-react';
import { useNavigate } from 'react-router';

import { paths } from '@/config/paths';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { watchesQuery } from '@/entities/watch/list-watches';
import { logout } from '@/features/auth/api/logout';
import { saveTheme } from '@/features/auth/api/save-theme';
import { savedSearchesQuery } from '@/features/notifications/api/saved-searches';
import { useUnreadCount } from '@/features/notifications/api/unread-count';
import { savedPath } from '@/features/notifications/search/saved-path';
import { searchPath, STARRED } from '@/features/notifications/search/search-filters';
import { numberText } from '@/lib/number';
import { showOverlay } from '@/lib/overlay';
import { placesLabel } from '@/lib/places';
import { chooseTheme, useTheme } from '@/lib/theme';

import { type NavItem, useNavItems } from '../layout/nav-items';
import type { Command } from './find-commands';
import { MAX_KEYED } from './go-keys';

/** The server's maximum page size. */
const WATCHES = 100;

/** Pages that are not in the menu. */
const others: NavItem[] = [
  { label: 'Muted', to: paths.mutes, icon: VolumeX },
  { label: 'Search', to: paths.search, icon: TextSearch },
  { label: 'Starred', to: searchPath(STARRED), icon: Star },
];

/** Offered where the server reads feeds. */
const feeds: NavItem = { label: 'Feeds', to: paths.feeds, icon: Rss };

/** Returns everything that the command palette offers: pages, actions and the user's keywords. */
export function useCommands(): Command[] {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const { data } = useQuery(watchesQuery({ limit: WATCHES }));
  const { data: saved } = useQuery(savedSearchesQuery);
  const unread = useUnreadCount() ?? 0;
  const theme = useTheme((state) => (state.theme === 'dark' ? 'light' : 'dark'));

  const readsFeeds = useReadsFeeds();
  const navItems = useNavItems();

  const pages = [...navItems, ...others, ...(readsFeeds ? [feeds] : [])].map(
    ({ label, to, icon }): Command => ({
      id: to,
      section: 'Pages',
      label,
      icon,
      run: go(to),
    }),
  );
  const actions: Command[] = [
    {
      id: 'add',
      section: 'Actions',
      label: 'Add keyword',
      words: 'new watch create',
      icon: Plus,
      run: go(`${paths.keywords}?add`),
    },
    {
      id: 'import',
      section: 'Actions',
      label: 'Import keywords',
      words: 'upload list csv f5bot',
      icon: FileUp,
      run: go(`${paths.keywords}?import`),
    },
    {
      id: 'read-all',
      section: 'Actions',
      label: 'Mark all notifications as read',
      hint: unread ? `${numberText(unread)} unread` : 'Nothing unread',
      icon: ListChecks,
      run: () => {
        if (unread > 0) showOverlay('read-all');
      },
    },
    {
      id: 'theme',
      section: 'Actions',
      label: `Switch to ${theme} theme`,
      words: 'toggle dark light mode colors',
      icon: theme === 'dark' ? Moon : Sun,
      run: () => {
        chooseTheme(theme);
        saveTheme(theme);
      },
    },
    {
      id: 'shortcuts',
      section: 'Actions',
      label: 'Keyboard shortcuts',
      words: 'help keys',
      hint: '?',
      icon: Keyboard,
      run: () => showOverlay('shortcuts'),
    },
    {
      id: 'sign-out',
      section: 'Actions',
      label: 'Sign out',
      words: 'log out logout',
      icon: LogOut,
      run: logout,
    },
  ];
  const watches = (data?.watches ?? []).map(({ _id, keyword, subreddits }): Command => ({
    id: _id,
    section: 'Keywords',
    label: keyword,
    hint: placesLabel(subreddits),
    icon: Radar,
    run: go(`${paths.keywords}?watch=${_id}`),
  }));
  const searches = (saved ?? []).map((one, index): Command => ({
    id: one._id,
    section: 'Saved',
    label: one.name,
    hint: index < MAX_KEYED ? `g ${index + 1}` : undefined,
    icon: one.view ? Bookmark : TextSearch,
    run: go(savedPath(one)),
  }));
  return [...pages, ...actions, ...watches, ...searches];
}
