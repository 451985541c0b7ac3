import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { MAX_NOTE } from '../../till/cart.js';
import { TillDialog } from './tillDialog.js';

interface NoteProps {
  readonly note: string;
  readonly onChange: (note: string) => void;
}

/** A text for the buyer, printed below the end of the receipt. */
export function NoteButton({ note, onChange }: NoteProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="buyer">
      <Button onClick={() => setOpen(true)}>{note === '' ? t(TILL.note) : `${t(TILL.noteShort)}: ${note}`}</Button>
      {isOpen && (
        <TillDialog title={t(TILL.note)} onClose={() => setOpen(false)}>
          <NoteForm
            note={note}
            onChange={(typed) => {
              onChange(typed);
              setOpen(false);
            }}
          />
        </TillDialog>
      )}
    </div>
  );
}

function NoteForm({ note, onChange }: NoteProps): JSX.Element {
  const [typed, setTyped] = useState(note);
  return (
    <Form onSubmit={() => onChange(typed.trim())} label={t(TILL.note)}>
      <Field
        label={t(TILL.noteText)}
        value={typed}
        onInput={setTyped}
        hint={t(TILL.noteHint)}
        maxLength={MAX_NOTE}
        autoFocus
      />
      <div class="actions">
        <Button kind="primary" type="submit">
          {t(TILL.apply)}
        </Button>
      </div>
    </Form>
  );
}
