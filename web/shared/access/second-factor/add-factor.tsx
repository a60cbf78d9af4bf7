import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useGuarded } from '#web/shared/access/auth/step-up.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CodeForm } from './code-form.tsx'
import { passkeyProblem } from './passkey-problem.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type AddFactorProps = {
  /** True when the person has an authenticator app, which can be added only once. */
  hasTotp?: boolean
  /** Called before a call that may answer with recovery codes: they must be shown. */
  onAdding?: (() => void) | undefined
  onDone: () => Promise<void>
}

/** Adds a second factor. After the first one, the recovery codes are shown. */
export function AddFactor({ hasTotp = false, onAdding, onDone }: AddFactorProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const onAdded = async (given: string[] | null) => {
    if (given) setCodes(given)
    else await onDone()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      {!hasTotp && <AddTotp {...{ onAdding, onAdded }} />}
      <AddPasskey {...{ onAdding, onAdded }} />
    </>
  )
}

type AddProps = Pick<AddFactorProps, 'onAdding'> & {
  onAdded: (codes: string[] | null) => Promise<void>
}

/** Adds an authenticator app: shows its secret as a QR code and as text, then asks for a code. */
function AddTotp({ onAdding, onAdded }: AddProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const { run, refused, pending, dialog } = useGuarded()
  const begin = () => run(async () => setBegun(await api.secondFactor.beginTotp({ body: {} })))
  const confirm = async (code: string) => {
    onAdding?.()
    const { recoveryCodes } = await api.secondFactor.confirmTotp({ body: { code } })
    await onAdded(recoveryCodes)
  }
  return (
    <CardSection title="App de códigos">
      {dialog}
      <ErrorBanner error={refused} />
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

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Adds a passkey: the fingerprint, face or PIN of this device, or a security key. */
function AddPasskey({ onAdding, onAdded }: AddProps) {
  const [name, setName] = useState('')
  const { run, refused, pending, dialog } = useGuarded(passkeyProblem)
  const add = async () => {
    const { options } = await api.secondFactor.passkeyOptions({ body: { purpose: 'register' } })
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: options as unknown as Options,
    })
    const { clientDataJSON, attestationObject, transports } = response
    const signed = { clientDataJSON, attestationObject, transports }
    const credential = { id, rawId, type, response: signed }
    const body = { name: name.trim() || 'Mi llave', credential }
    onAdding?.()
    const { recoveryCodes } = await api.secondFactor.addPasskey({ body })
    setName('')
    await onAdded(recoveryCodes)
  }
  return (
    <CardSection title="Llave de acceso">
      {dialog}
      <ErrorBanner error={refused} />
      <div className="grid justify-items-start gap-4">
        <p>Con la huella, la cara o el PIN de este equipo, o con una llave de seguridad.</p>
        {browserSupportsWebAuthn() ? (
          <>
            <TextField
              label="Nombre de la llave"
              hint="Para reconocerla: «Portátil de la oficina»."
              optional
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button variant="secondary" pending={pending} onClick={() => void run(add)}>
              Agregar una llave de acceso
            </Button>
          </>
        ) : (
          <p className="text-muted">Este navegador no las admite.</p>
        )}
      </div>
    </CardSection>
  )
}
