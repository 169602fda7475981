import { Field } from '@/components/ui/field';
import type { useForm } from '@/lib/form';
import type { Span } from '@/lib/highlight';

import type { Refusal } from '../form/watch-refusal';
import { QueryChipsField } from './query-chips-field';
import { QueryHelp } from './query-help';
import { QueryText } from './query-text';
import { adviceOf, type QueryEditor } from './use-query-editor';

type QueryFieldProps = {
  input: ReturnType<ReturnType<typeof useForm<'keyword'>>['input']>;
  /** An error other than those of the query itself. */
  error: string | undefined;
  refusal: Refusal;
  editor: QueryEditor;
};

/** Edits a query: its text, with errors marked, the same as chips, and help. */
export function QueryField({ input, error, refusal, editor }: QueryFieldProps) {
  const problem = editor.shownProblem;
  const { chips, textOnly, behind, edit } = editor;
  return (
    <div className="grid gap-3">
      <Field label="Query" error={problem ? adviceOf(problem) : (error ?? refusal.keyword)}>
        <QueryText
          {...input}
          onBlur={(event) => {
            input.onBlur(event);
            editor.leave();
          }}
          wrong={problem?.span ?? sentPart(input.value, refusal.part)}
          required
          placeholder={'"green tea" (buy OR order) -bubble'}
        />
      </Field>
      <QueryChipsField {...{ chips, textOnly, behind, edit }} />
      <QueryHelp />
    </div>
  );
}

/** Shifts the server's span by the leading white space, which is not sent. */
function sentPart(text: string, part: Span | undefined): Span | undefined {
  const before = text.length - text.trimStart().length;
  return part && { start: part.start + before, end: part.end + before };
}
