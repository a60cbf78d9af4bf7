import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reconciliation, Residue } from '#contract/reconciliation.ts'
import { api } from '#web/lib/api.ts'
import { addDays, dateTime, pesos, plural, today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { BankStatements } from './bank-statements.tsx'

/** Days covered by a comparison that a person starts. */
const DAYS = 7

/** Compares gateway and bank with our ledger on request; the gateway is also compared daily. */
export function Reconcile() {
  const answer = useQuery({
    queryKey: ['reconciliations'],
    queryFn: ({ signal }) => api.reconciliation.runs({ signal }),
  })
  const data = neededAnswer(answer)
  if (!data) return <SkeletonList rows={2} rowClass="h-40" />
  return (
    <>
      {data.residues.map((residue) => (
        <Banner key={residue.account} tone="warn" live="off">
          {residueWords(residue)}
        </Banner>
      ))}
      <CardSection title="Conciliación con la pasarela">
        <Gateway last={data.runs[0]} />
      </CardSection>
      <Card>
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            Comparar un extracto del banco
          </summary>
          <div className="pt-4">
            <BankStatements statements={data.statements} />
          </div>
        </details>
      </Card>
    </>
  )
}

function residueWords({ account, pesos: amount }: Residue): string {
  const sum = pesos(amount)
  return account === 'suspense'
    ? `${sum} de segundos cobros esperan hace más de un día para ser devueltos.`
    : `${sum} de retiros llevan más de un día sin que la pasarela o el banco los muestren.`
}

function Gateway({ last }: { last: Reconciliation | undefined }) {
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: () =>
      api.reconciliation.run({ body: { fromDay: addDays(today(), -DAYS), untilDay: today() } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['reconciliations'] }),
        queries.invalidateQueries({ queryKey: ['payment-cases'] }),
      ]),
  })
  return (
    <div className="grid gap-3">
      <p className="text-muted" role="status">
        {last ? lastRun(last) : 'Todavía no se ha conciliado.'}
      </p>
      <ErrorBanner error={run.error} />
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={run.isPending}
        onClick={() => run.mutate()}
      >
        Conciliar los últimos {DAYS} días
      </Button>
    </div>
  )
}

function lastRun({ endedAt, transactions, payouts, opened }: Reconciliation): string {
  const compared = plural(transactions, 'pago', 'pagos')
  const paid = payouts === null ? 'sin retiros' : plural(payouts, 'retiro', 'retiros')
  const cases = plural(opened, 'caso nuevo', 'casos nuevos')
  return `Última: ${dateTime(endedAt)}, ${compared}, ${paid}, ${cases}.`
}
