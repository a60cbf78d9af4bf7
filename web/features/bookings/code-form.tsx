import { type FormEvent, useState } from 'react'
import { useOnline } from '#web/lib/online.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type CodeFormProps = {
  code: string
  onCode: (code: string) => void
  pending: boolean
  onSubmit: (code: string) => void
}

const CODE_LENGTH = 6
const TYPED_MAX = 10

/** For when the camera does not work: the six characters of the ticket. */
export function CodeForm({ code, onCode, pending, onSubmit }: CodeFormProps) {
  const online = useOnline()
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
        <Button type="submit" pending={pending} pendingText="Registrando…" disabled={!online}>
          Registrar subida
        </Button>
        {!online && (
          <p className="text-sm text-muted">
            Estás sin conexión. Anota el código: el pasajero también puede confirmar que ya va a
            bordo.
          </p>
        )}
      </form>
    </Card>
  )
}
