import type { LucideIcon } from 'lucide-react';

export type CommandSection = 'Pages' | 'Actions' | 'Keywords';

export type Command = {
  id: string;
  section: CommandSection;
  label: string;
  /** Other words that people may type for it. */
  words?: string;
  /** Shown after the label. */
  hint?: string;
  icon: LucideIcon;
  run: () => void;
};

const sections: CommandSection[] = ['Pages', 'Actions', 'Keywords'];

/** Keywords may be many: the first of them are enough until something is typed. */
const MAX_KEYWORDS = 6;

/**
 * The commands that hold every typed word, by section; in each, those whose label begins with what
 * was typed come first.
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
