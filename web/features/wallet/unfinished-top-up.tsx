import type { WalletTransaction } from '#contract/wallet.ts'
import { pesos } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { topUpMessage } from '#web/shared/payments/top-up-rules.ts'
import { DISCARDED_NOTE, useUnfinished } from '#web/shared/payments/use-unfinished.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toastDone } from '#web/ui/toaster.ts'

/** Actions on a top-up of which the gateway knows no payment, in the list of movements. */
export function UnfinishedTopUp(props: { line: WalletTransaction; reference: string }) {
  const { line, reference } = props
  const user = useUser()
  const online = useOnline()
  const { resume, leaving, discard, discarding, error } = useUnfinished(user.id, reference)
  const named = (action: string) => `${action}: recarga de ${pesos(line.amount)}`
  // The line leaves the list with this component.
  const onDiscard = () =>
    discard(undefined, { onSuccess: () => toastDone(`Recarga descartada. ${DISCARDED_NOTE}`) })
  return (
    <>
      {error && <Banner tone="err">{topUpMessage(error)}</Banner>}
      <div className="mt-1 flex flex-wrap gap-2">
        {line.status === 'pending' && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={named('Volver a la pasarela')}
            pending={leaving}
            pendingText="Abriendo el pago…"
            disabled={!online}
            onClick={resume}
          >
            Volver a la pasarela
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={named('Descartar')}
          pending={discarding}
          pendingText="Descartando…"
          disabled={!online}
          onClick={onDiscard}
        >
          Descartar
        </Button>
      </div>
    </>
  )
}
