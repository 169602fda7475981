/** The classes of the buttons in the bar of small screens and in its menu. */
export const iconButton =
  'grid size-10 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink';
