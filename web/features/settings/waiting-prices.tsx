import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PriceProposal } from '#contract/settings.ts'
import { SameDevice } from '#web/domain/back-office/same-device.tsx'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime, pesos } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { toastDone } from '#web/ui/toaster.ts'

/** Prices that wait for a second person. */
export function WaitingPrices({ waiting }: { waiting: readonly PriceProposal[] }) {
  if (waiting.length === 0) return null
  return (
    <CardSection title="Por confirmar">
      <ul className="grid divide-y divide-line">
        {waiting.map((item) => (
          <Waiting key={item.id} item={item} />
        ))}
      </ul>
    </CardSection>
  )
}

function Waiting({ item }: { item: PriceProposal }) {
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (outcome: 'confirmed' | 'rejected') =>
      api.settings.decidePrice({ params: { proposalId: item.id }, body: { outcome } }),
    onSuccess: (answer, outcome) => {
      queries.setQueryData(['price-tables'], answer)
      toastDone(outcome === 'confirmed' ? 'Precio confirmado' : 'Precio descartado')
    },
  })
  const what = `${item.name}, ${pesos(item.pesos)} desde ${dateShort(item.validFrom)}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4 first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {item.source} · {item.proposedBy}, {dateTime(item.proposedAt)}
      </p>
      {!item.can.confirm && <p className="text-sm">Lo confirma otra persona.</p>}
      {item.can.confirm && item.sameDevice && <SameDevice by={item.proposedBy} />}
      <ErrorBanner error={decide.error} />
      <div className="flex flex-wrap gap-3">
        {item.can.confirm && (
          <Button
            aria-label={`Confirmar ${what}`}
            pending={decide.isPending}
            onClick={() => decide.mutate('confirmed')}
          >
            Confirmar
          </Button>
        )}
        <Button
          variant="secondary"
          aria-label={`Descartar ${what}`}
          pending={decide.isPending}
          onClick={() => decide.mutate('rejected')}
        >
          Descartar
        </Button>
      </div>
    </li>
  )
}
