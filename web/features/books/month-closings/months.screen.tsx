import { useState } from 'react'
import type { ClosedMonth, NextMonth } from '#contract/month-closings.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, plural, today } from '#web/lib/format.ts'
import { monthName } from '#web/lib/month-name.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'

const KEY = ['months'] as const

/** Signed reports of closed months, and the obstacles to closing the next one. */
export function Screen() {
  const data = useNeeded(KEY, (signal) => api.monthClosings.list({ signal }))
  return (
    <Page
      title="Cierre de mes"
      lead="Un informe firmado por mes. Lo que llegue después queda en el siguiente."
      width="page"
    >
      {!data && <SkeletonList rows={2} rowClass="h-52" />}
      {data?.next && <Next next={data.next} />}
      {data && !data.next && <EmptyState region="llano" title="Todavía no hay movimientos" />}
      {data?.months.map((closed) => (
        <Month key={closed.month} closed={closed} />
      ))}
    </Page>
  )
}

function Next({ next: { month, blocks, openCases } }: { next: NextMonth }) {
  const [asks, setAsks] = useState(false)
  const close = useAct(() => api.monthClosings.close({ body: { month } }), {
    done: `Quedó cerrado ${monthName(month)}`,
    refresh: [KEY],
  })
  const compare = useAct(() => api.reconciliation.run({ body: daysOf(month) }), {
    done: ({ run }) => `Conciliado: ${plural(run.opened, 'caso nuevo', 'casos nuevos')}`,
    refresh: [KEY, ['reconciliations'], ['payment-cases']],
  })
  return (
    <CardSection title={`Cerrar ${monthName(month)}`} className="grid gap-4">
      {blocks.length === 0 ? (
        <p className="text-muted">
          El mes está conciliado y sin casos abiertos. El informe se firma y no cambia más.
        </p>
      ) : (
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          {blocks.map((block) => (
            <li key={block}>{blockWords(block, openCases)}</li>
          ))}
        </ul>
      )}
      {blocks.includes('month_cases_open') && (
        <Link to="/admin/payment-cases">Ver los casos de pagos</Link>
      )}
      <ErrorBanner error={compare.error} />
      {blocks.includes('month_not_compared') && (
        <Button variant="secondary" className="justify-self-start" run={compare}>
          Conciliar {monthName(month)}
        </Button>
      )}
      {blocks.length === 0 && (
        <Button className="justify-self-start" onClick={() => setAsks(true)}>
          Cerrar y firmar…
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        title={`¿Cerrar ${monthName(month)}?`}
        confirm="Cerrar y firmar"
        keep="Todavía no"
        run={close}
        onKeep={() => setAsks(false)}
      >
        <p>El informe queda firmado con tu nombre y no se puede abrir otra vez.</p>
      </ConfirmDialog>
    </CardSection>
  )
}

function Month({ closed }: { closed: ClosedMonth }) {
  const { month, closedAt, closedBy, keyId, differences } = closed
  const name = monthName(month)
  const load = useAct(async (kind: 'pdf' | 'json') => {
    const params = { month }
    if (kind === 'pdf') {
      saveFile(await api.monthClosings.paper({ params }), `cupo-${month}.pdf`)
    } else {
      const text = JSON.stringify(await api.monthClosings.report({ params }))
      saveFile(new Blob([text], { type: 'application/json' }), `cupo-${month}.json`)
    }
  })
  const button = (kind: 'pdf' | 'json', word: string) => (
    <Button
      variant="secondary"
      aria-label={`Descargar ${word} de ${name}`}
      pending={load.isPending && load.variables === kind}
      onClick={() => load.mutate(kind)}
    >
      Descargar {word}
    </Button>
  )
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl first-letter:uppercase">{name}</h2>
      <Facts className="tnum grid gap-3 sm:grid-cols-3" facts={sumsOf(closed.totals)} />
      <p className="text-sm wrap-anywhere text-muted">
        {closedBy} · {dateTime(closedAt)} · {plural(differences, 'diferencia', 'diferencias')} ·
        llave {keyId}
      </p>
      <ErrorBanner error={load.error} />
      <div className="flex flex-wrap gap-3">
        {button('pdf', 'PDF')}
        {button('json', 'JSON firmado')}
      </div>
    </Card>
  )
}

/** The days of a month, until today at most. */
function daysOf(month: string): { fromDay: string; untilDay: string } {
  const fromDay = `${month}-01`
  const last = new Date(`${fromDay}T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const lastDay = last.toISOString().slice(0, 10)
  const isPast = lastDay < today()
  return { fromDay, untilDay: isPast ? lastDay : today() }
}

/** Why a month cannot be closed yet, and what to do. */
function blockWords(block: NextMonth['blocks'][number], openCases: number): string {
  const words: Record<typeof block, string> = {
    month_not_over: 'El mes todavía no termina.',
    month_cases_open: `Falta decidir ${plural(openCases, 'caso de pagos', 'casos de pagos')}.`,
    month_not_compared: 'Faltan días por conciliar con la pasarela.',
    month_not_chained: 'El libro todavía no cubre todo el mes. Se arregla solo en minutos.',
  }
  return words[block]
}

/** Sums of a month, in the order of the report. */
function sumsOf(totals: ClosedMonth['totals']): Fact[] {
  return [
    ['Recargas', pesos(totals.topUps)],
    ['Recargas anuladas', pesos(totals.topUpsReversed)],
    ['Retiros', pesos(totals.payouts)],
    ['Viajes', pesos(totals.fares)],
    ['Comisiones', pesos(totals.commissions)],
    ['Apartado al final', pesos(totals.held)],
  ]
}
