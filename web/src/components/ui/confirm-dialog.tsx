import { AlertDialog as Radix } from 'radix-ui';

import { Button } from './button';
import { useReturnFocus } from './return-focus';

type ConfirmDialogProps = {
  open: boolean;
  /** Called when the user cancels, not when they confirm. */
  onCancel: () => void;
  onConfirm: () => void;
  question: string;
  text: string;
  /** The label of the confirming button, for instance 'Delete'. */
  confirm: string;
  /** The label of the cancelling button, where 'Cancel' would be ambiguous. */
  dismiss?: string;
  busy?: boolean;
  /** Whether confirming removes the button that opened this, so that the focus goes elsewhere. */
  openerGoes?: boolean;
};

/** Asks before something that cannot be undone. The cancelling button has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onCancel, onConfirm, question, text, confirm, dismiss, busy, openerGoes } = props;
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          {...focus.handlers}
          className="fixed top-1/2 right-4 left-[calc(var(--frame-left)+1rem)] z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 animate-rise overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-float focus:outline-none"
        >
          <Radix.Title className="text-xl">{question}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">{text}</Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button variant="secondary">{dismiss ?? 'Cancel'}</Button>
            </Radix.Cancel>
            <Button
              variant="danger"
              busy={busy}
              onClick={() => {
                if (openerGoes) focus.forgetOpener();
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
