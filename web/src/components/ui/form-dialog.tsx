import { type ComponentProps, type ReactNode, useId } from 'react';

import { Button, type ButtonProps } from './button';
import { Dialog } from './dialog';
import { FormFailure, type FormFailureProps } from './form-failure';

type FormDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'size' | 'children'
> & {
  failure: FormFailureProps;
  /** The button that sends the form. */
  submit: string;
  variant?: ButtonProps['variant'];
  busy: boolean;
  /** A button between it and the one that cancels. */
  action?: ReactNode;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
};

/** A dialog with a form, which can be sent or cancelled. Mounted while open. */
export function FormDialog(props: FormDialogProps) {
  const { failure, submit, variant, busy, action, onSubmit, onClose, children, ...dialog } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {action}
          <Button type="submit" form={formId} variant={variant} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
        <FormFailure {...failure} />
        {children}
      </form>
    </Dialog>
  );
}
