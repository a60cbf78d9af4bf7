import { useState } from 'react'

/**
 * State of a text field that needs at least `min` letters, or none with 0. `attempt` runs its
 * argument if the text is long enough; if not, `field` has an error from then on. `tried`: it was
 * called, so other fields of the form say what they lack.
 */
export function useNote(min: number, initial = '') {
  const [text, setText] = useState(initial)
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
    },
    clear: () => {
      setText('')
      setTried(false)
    },
  }
}
