import { useState } from 'react'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type AddFactorProps = {
  /** The app of codes can be there once only. */
  hasTotp?: boolean
  onDone: () => Promise<void>
}

/** Ways to add a second factor; the recovery codes of the first one are shown before going on. */
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
