import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { KnownByName } from './use-check-in.ts'

/** Registers a passenger whose phone is off, by what only they know. */
export function NameForm(props: { pending: boolean; onSubmit: (known: KnownByName) => void }) {
  const [firstName, setFirstName] = useState('')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const lastFour = typed.replaceAll(/\s/g, '')
    const isWhole = firstName.trim() !== '' && /^[A-Za-z0-9]{4}$/.test(lastFour)
    setError(isWhole ? null : 'Escribe el nombre y los cuatro últimos números.')
    if (isWhole) props.onSubmit({ firstName, lastFour })
  }
  return (
    <Form onSend={submit}>
      <p className="text-sm text-muted">
        Marca «Llegué» y pídele su nombre y los cuatro últimos números de su documento verificado.
        Le avisamos. Tienes cinco intentos y dos pasajeros por viaje.
      </p>
      <TextField
        label="Su primer nombre"
        value={firstName}
        onChange={(event) => setFirstName(event.target.value)}
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        label="Últimos cuatro del documento"
        error={error}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={8}
        autoComplete="off"
        inputMode="numeric"
        className="*:[input]:tracking-widest"
      />
      <Button type="submit" variant="secondary" pending={props.pending} pendingText="Registrando…">
        Registrar sin tiquete
      </Button>
    </Form>
  )
}
