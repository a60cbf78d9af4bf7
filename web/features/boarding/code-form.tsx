import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type CodeFormProps = {
  code: string
  onCode: (code: string) => void
  pending: boolean
  /** True when offline without a manifest: a code can be neither sent nor recorded. */
  blocked: boolean
  onSubmit: (code: string) => void
}

const CODE_LENGTH = 6
const TYPED_MAX = 10

/** Form for the six characters of the ticket, for when the camera does not work. */
export function CodeForm({ code, onCode, pending, blocked, onSubmit }: CodeFormProps) {
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const letters = code.replace(/[\s-]/g, '')
    if (letters.length !== CODE_LENGTH) {
      setError('El código tiene 6 caracteres, debajo del QR.')
      return
    }
    setError(null)
    onSubmit(letters)
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Código del tiquete"
          hint="Seis letras y números, debajo del QR."
          error={error}
          value={code}
          onChange={(event) => onCode(event.target.value.toUpperCase())}
          maxLength={TYPED_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="*:[input]:tracking-widest"
        />
        <Button type="submit" pending={pending} pendingText="Registrando…" disabled={blocked}>
          Registrar subida
        </Button>
        {blocked && (
          <p className="text-sm text-muted">
            Estás sin conexión y este celular no tiene la lista del viaje. Anota el código: el
            pasajero también puede confirmar que ya va a bordo.
          </p>
        )}
      </form>
    </Card>
  )
}
