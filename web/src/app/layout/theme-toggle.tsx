import { Moon, Sun } from 'lucide-react';

import { saveTheme } from '@/features/auth/api/save-theme';
import { chooseTheme, useTheme } from '@/lib/theme';

export function ThemeToggle() {
  const theme = useTheme((state) => state.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label={`Switch to ${other} theme`}
      onClick={() => {
        chooseTheme(other);
        saveTheme(other);
      }}
      className="grid size-10 place-items-center rounded-control text-ink-soft hover:bg-line/60 hover:text-ink"
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
}
