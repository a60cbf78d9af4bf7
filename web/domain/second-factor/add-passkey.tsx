import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useStepUp } from '#web/domain/auth/step-up.tsx'
import { api } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { passkeyProblem } from './passkey-problem.ts'

type AddPasskeyProps = { onAdded: (codes: string[] | null) => Promise<void> }
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Adds a passkey: the fingerprint, face or PIN of this device, or a security key. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const { guard, dialog } = useStepUp()
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const add = async () => {
    const { options } = await api.secondFactor.passkeyOptions({ body: { purpose: 'register' } })
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: options as unknown as Options,
    })
    const { clientDataJSON, attestationObject, transports } = response
    const signed = { clientDataJSON, attestationObject, transports }
    const credential = { id, rawId, type, response: signed }
    const body = { name: name.trim() || 'Mi llave', credential }
    const { recoveryCodes } = await api.secondFactor.addPasskey({ body })
    setName('')
    await onAdded(recoveryCodes)
  }
  const press = async () => {
    setRefused(null)
    setPending(true)
    await guard(add, (error) => setRefused(passkeyProblem(error)))
    setPending(false)
  }
  return (
    <CardSection title="Llave de acceso">
      {dialog}
      {refused && <Banner tone="err">{refused}</Banner>}
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
            <Button variant="secondary" pending={pending} onClick={() => void press()}>
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
