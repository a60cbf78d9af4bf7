import { createContext, useContext, useState } from 'react'
import { forgetStored, keepStored, readStored } from '#web/lib/browser-storage.ts'
import { focusFirstProblem } from './form.tsx'

/**
 * Id of what the notes inside are about, such as an open case. Their texts are kept in the tab,
 * also over a reload, until they are sent or the session ends.
 */
export const NoteOwner = createContext<string | null>(null)

/** Prefix as in web/shared/access/auth/forget-session.ts. */
const keyOf = (owner: string, name: string) => `typed:${owner}:${name}`

/** Forgets what was typed about a case, once it is decided or sent. */
export const forgetNotes = (owner: string): void => forgetStored('session', keyOf(owner, ''))

/** Keeps a text for a field of a case that is not open, in place of what is kept there. */
export function keepNote(
  { owner, name }: { owner: string; name: string },
  change: (before: string) => string,
): void {
  const key = keyOf(owner, name)
  keepStored('session', key, change(readStored('session', key) ?? '') || null)
}

/** A typed text and its setter; with a name it is kept for its owner, if there is one. */
export function useKeptText(name: string | undefined, initial = '') {
  const owner = useContext(NoteOwner)
  const isKept = owner !== null && name !== undefined
  const [text, setText] = useState(
    () => (isKept ? readStored('session', keyOf(owner, name)) : null) ?? initial,
  )
  const change = (next: string) => {
    setText(next)
    if (isKept) keepNote({ owner, name }, () => next)
  }
  return [text, change] as const
}

/**
 * State of a text field that needs at least `min` letters, or none with 0. `attempt` runs its
 * argument if the text is long enough; if not, `field` has an error from then on. `tried`: it was
 * called, so other fields of the form say what they lack. `keptAs`: name of the field within its
 * case, under which its text is kept; no other field of the case has it, or shows that text.
 */
export function useNote(min: number, initial = '', keptAs?: string) {
  const [text, setText] = useKeptText(keptAs, initial)
  const [tried, setTried] = useState(false)
  const isShort = text.trim().length < min
  return {
    note: text.trim(),
    tried,
    field: {
      value: text,
      onChange: (event: { target: { value: string } }) => setText(event.target.value),
      error: tried && isShort ? `Escribe al menos ${min} letras.` : null,
    },
    attempt: (send: () => void) => {
      setTried(true)
      if (!isShort) send()
      focusFirstProblem()
    },
    clear: () => {
      setText('')
      setTried(false)
    },
  }
}
