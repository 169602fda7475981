import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { showToast } from '@/lib/toasts';

import { Button, type ButtonProps } from './button';

type CopyButtonProps = Pick<ButtonProps, 'aria-label' | 'className' | 'variant'> & {
  text: string;
  /** A name for the text, at the beginning of a sentence: 'The RSS address of “rust”'. */
  what: string;
  children?: ReactNode;
};

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what, children = 'Copy', ...props }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ id: 'copied', type: 'success', title: `${what} is on the clipboard` });
    } catch {
      // The clipboard is missing without TLS, and users may deny it.
      showToast({
        id: 'copied',
        type: 'error',
        title: 'Your browser does not allow copying',
        text,
      });
    }
  };
  return (
    <Button variant="secondary" size="sm" onClick={() => void copy()} {...props}>
      <Copy aria-hidden />
      {children}
    </Button>
  );
}
