import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { addDays, dateTime, plural, today } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'

/** Days of a comparison that is asked for. */
const DAYS = 7

/** Compares the gateway with our record now; every day it happens by itself. */
export function Reconcile() {
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: ['reconciliations'],
    queryFn: ({ signal }) => api.reconciliation.runs({ signal }),
  })
  const run = useMutation({
    mutationFn: () =>
      api.reconciliation.run({ body: { fromDay: addDays(today(), -DAYS), untilDay: today() } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['reconciliations'] }),
        queries.invalidateQueries({ queryKey: ['payment-cases'] }),
      ]),
  })
  const last = answer.data?.runs[0]
  return (
    <CardSection title="Conciliación con la pasarela">
      <div className="grid gap-3">
        <p className="text-muted" role="status">
          {last ? lastRun(last) : 'Todavía no se ha conciliado.'}
        </p>
        {run.isError && <Banner tone="err">{messageOf(run.error)}</Banner>}
        <Button
          variant="secondary"
          className="justify-self-start"
          pending={run.isPending}
          onClick={() => run.mutate()}
        >
          Conciliar los últimos {DAYS} días
        </Button>
      </div>
    </CardSection>
  )
}

function lastRun({ endedAt, transactions, opened }: Reconciliation): string {
  const compared = plural(transactions, 'transacción', 'transacciones')
  const cases = plural(opened, 'caso nuevo', 'casos nuevos')
  return `Última: ${dateTime(endedAt)}, ${compared}, ${cases}.`
}
