import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** What somebody enters to create an account, by the label of the field. */
export const accountValues = {
  'First name': 'Mara',
  'Last name': 'Lind',
  Email: 'mara@example.com',
  Password: 'Secret123',
  'Confirm password': 'Secret123',
};

/** Types `values` into the fields of the form that is shown. */
export async function fillIn(
  user: UserEvent,
  values: Partial<typeof accountValues> = accountValues,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await user.type(screen.getByLabelText(label), value);
  }
}
