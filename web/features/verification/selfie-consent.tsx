import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consentTexts } from '#contract/consent-texts.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useRefreshDocuments } from './use-documents.ts'

const TEXT = consentTexts.findLast(({ purpose }) => purpose === 'selfie')?.text ?? ''

function useConsent() {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (given: boolean) => api.verification.selfieConsent({ body: { given } }),
    onSuccess: refresh,
  })
}

/** Consent for the selfie: required before it, and withdrawable afterwards. */
export function SelfieConsent({ given }: { given: boolean }) {
  const consent = useConsent()
  return (
    <>
      {given ? (
        <Withdraw pending={consent.isPending} onWithdraw={() => consent.mutate(false)} />
      ) : (
        <Checkbox
          label={TEXT}
          checked={consent.isPending}
          disabled={consent.isPending}
          onChange={() => consent.mutate(true)}
        />
      )}
      <ErrorBanner error={consent.error} />
    </>
  )
}

function Withdraw({ pending, onWithdraw }: { pending: boolean; onWithdraw: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Retirar permiso y borrar mi selfie
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Borrar tu selfie?"
        confirm="Borrar selfie"
        keep="Conservar"
        pending={pending}
        danger
        onKeep={() => setAsking(false)}
        onConfirm={onWithdraw}
      >
        La borramos de inmediato. Puedes verificarte y publicar sin ella.
      </ConfirmDialog>
    </>
  )
}
