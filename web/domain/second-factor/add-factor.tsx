import { useState } from 'react'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type AddFactorProps = {
  /** True when the person has an authenticator app, which can be added only once. */
  hasTotp?: boolean
  onDone: () => Promise<void>
}

/** Adds a second factor. After the first one, the recovery codes are shown. */
export function AddFactor({ hasTotp = false, onDone }: AddFactorProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const onAdded = async (given: string[] | null) => {
    if (given) setCodes(given)
    else await onDone()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      {!hasTotp && <AddTotp onAdded={onAdded} />}
      <AddPasskey onAdded={onAdded} />
    </>
  )
}
