import type { LucideIcon } from 'lucide-react';

export type CommandSection = 'Pages' | 'Actions' | 'Keywords' | 'Saved';

export type Command = {
  id: string;
  section: CommandSection;
  label: string;
  /** Further search terms. */
  words?: string;
  /** Shown after the label. */
  hint?: string;
  icon: LucideIcon;
  run: () => void;
};

const sections: CommandSection[] = ['Pages', 'Actions', 'Keywords', 'Saved'];

/** The number of keywords that are offered until something is typed. */
const MAX_KEYWORDS = 6;

/**
 * Returns the commands that contain every typed word, by section; within each, those whose label
 * begins with the typed text come first.
 */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const query = typed.trim().toLowerCase();
  const words = query.split(/\s+/);
  const found = commands.filter(({ label, words: more = '' }) => {
    const text = `${label} ${more}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return sections.flatMap((section) => {
    const inSection = found
      .filter((command) => command.section === section)
      .sort((a, b) => Number(begins(b, query)) - Number(begins(a, query)));
    return section === 'Keywords' ? inSection.slice(0, MAX_KEYWORDS) : inSection;
  });
}

const begins = ({ label }: Command, query: string) => label.toLowerCase().startsWith(query);
