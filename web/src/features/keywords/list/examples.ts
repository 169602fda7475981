/** An example of a first keyword, which opens the form filled in. */
export type Example = { keyword: string; why: string };

export const examples: Example[] = [
  { keyword: 'alternative to', why: 'Someone is about to switch' },
  { keyword: 'looking for a tool', why: 'Someone describes what they need' },
  { keyword: 'status page', why: 'A topic that you know well' },
];
