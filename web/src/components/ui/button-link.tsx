import type { LinkProps } from 'react-router';
import { Link } from 'react-router';

import { Button, type ButtonProps } from './button';

type ButtonLinkProps = LinkProps & Pick<ButtonProps, 'variant' | 'size'>;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <Link {...link} />
    </Button>
  );
}
