import { type FormEvent, useRef, useState } from 'react'
import { meantEmail } from '#contract/email-address.ts'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

/** Writes into a field as a person does, so that each kind of form gets the event. */
function write(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Field for an e-mail address. A slip in a common domain is said, and mended with one press. */
export function EmailField(props: TextFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const meant = meantEmail(typed)
  const note = (event: FormEvent) => setTyped((event.target as HTMLInputElement).value ?? '')
  const mend = () => {
    const input = field.current?.querySelector('input')
    if (!input || !meant) return
    write(input, meant)
    input.focus()
  }
  return (
    <div ref={field} onInput={note} className="grid gap-2">
      <TextField type="email" autoComplete="email" autoCapitalize="none" {...props} />
      <p aria-live="polite" className={meant ? 'text-sm' : 'hidden'}>
        {meant && (
          <button
            type="button"
            onClick={mend}
            className="min-h-11 text-left font-semibold text-bosque underline underline-offset-3
              wrap-anywhere"
          >
            ¿Quisiste decir {meant}?
          </button>
        )}
      </p>
    </div>
  )
}
