import { useState } from 'react'
import { useStepUp } from '#web/domain/auth/step-up.tsx'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { CodeForm } from './code-form.tsx'

type AddTotpProps = { onAdded: (codes: string[] | null) => Promise<void> }

/** Adds an authenticator app: shows its secret as a QR code and as text, then asks for a code. */
export function AddTotp({ onAdded }: AddTotpProps) {
  const { guard, dialog } = useStepUp()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const begin = async () => {
    setRefused(null)
    setPending(true)
    await guard(
      async () => setBegun(await api.secondFactor.beginTotp({ body: {} })),
      (error) => setRefused(messageOf(error)),
    )
    setPending(false)
  }
  const confirm = async (code: string) => {
    const { recoveryCodes } = await api.secondFactor.confirmTotp({ body: { code } })
    await onAdded(recoveryCodes)
  }
  return (
    <CardSection title="App de códigos">
      {dialog}
      {refused && <Banner tone="err">{refused}</Banner>}
      {begun ? (
        <div className="grid gap-4">
          <p>Escanea este código con tu app, o escribe la clave en ella.</p>
          <QrCode
            text={begun.uri}
            label="Código QR para tu app"
            className="w-full max-w-56 rounded-control"
          />
          <p>
            <span className="block text-sm text-muted">Clave</span>
            <code className="font-semibold break-all">{begun.secret}</code>
          </p>
          <CodeForm send={confirm} button="Confirmar la app" />
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>
            Una app como Aegis, Google Authenticator o 1Password muestra un código nuevo cada 30 s.
          </p>
          <Button pending={pending} onClick={() => void begin()}>
            Usar una app de códigos
          </Button>
        </div>
      )}
    </CardSection>
  )
}
