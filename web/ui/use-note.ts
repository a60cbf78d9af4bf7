import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { focusFirstProblem } from './form.tsx'

/**
 * What the notes below are about, as the id of the open case: what is typed outlives the form, when
 * somebody looks at another case or follows a link. It is kept in this tab only, for this person.
 */
export const NoteOwner = createContext<string | null>(null)

/** Time for which a typed note is kept, ms: a working day. */
const KEPT_MS = 8 * 3_600_000
const KEPT = 'typed-notes'

/** Forgets what was typed about a case, once it is decided. */
export const forgetNotes = (queries: QueryClient, owner: string | null): void =>
  queries.removeQueries({ queryKey: [KEPT, owner] })

/** Keeps a text for a field of a case that is not open, in place of what is kept there. */
export function keepNote(
  queries: QueryClient,
  { owner, name }: { owner: string; name: string },
  change: (before: string) => string,
): void {
  const key = [KEPT, owner, name]
  queries.setQueryDefaults([KEPT], { gcTime: KEPT_MS })
  queries.setQueryData(key, change(queries.getQueryData<string>(key) ?? ''))
}

/** The text of a note and its setter; with a name it is kept for its owner, if there is one. */
function useKeptText(name: string | undefined, initial: string) {
  const owner = useContext(NoteOwner)
  const queries = useQueryClient()
  const key = [KEPT, owner, name]
  const kept = () => (name === undefined ? undefined : queries.getQueryData<string>(key))
  const [text, setText] = useState(() => kept() ?? initial)
  const change = (next: string) => {
    setText(next)
    if (owner === null || name === undefined) return
    keepNote(queries, { owner, name }, () => next)
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
