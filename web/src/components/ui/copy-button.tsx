import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { copy } from '@/lib/copy';

import { Button, type ButtonProps } from './button';

type CopyButtonProps = Pick<ButtonProps, 'aria-label' | 'className' | 'variant'> & {
  text: string;
  /** A name for the text, at the beginning of a sentence: 'The RSS address of “rust”'. */
  what: string;
  children?: ReactNode;
};

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what, children = 'Copy', ...props }: CopyButtonProps) {
  return (
    <Button variant="secondary" size="sm" onClick={() => void copy(text, what)} {...props}>
      <Copy aria-hidden />
      {children}
    </Button>
  );
}
