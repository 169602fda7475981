import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { showToast } from '@/lib/toasts';

import { Button, type ButtonProps } from './button';

type CopyButtonProps = Pick<ButtonProps, 'aria-label' | 'className' | 'variant'> & {
  text: string;
  /** What it copies, at the beginning of a sentence: 'The RSS address of “rust”'. */
  what: string;
  children?: ReactNode;
};

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, what, children = 'Copy', ...props }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ id: 'copied', type: 'success', title: `${what} is on the clipboard` });
    } catch {
      // There is no clipboard without TLS, and a user may forbid it.
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
