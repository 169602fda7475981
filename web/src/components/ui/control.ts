import { createContext, useContext } from 'react';

/** The props that tie a control inside a `Field` to its label, hint and error. */
type ControlProps = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

export const ControlContext = createContext<ControlProps>({});

/** Returns the props of a control inside a `Field`; none outside of one. */
export const useControl = () => useContext(ControlContext);
