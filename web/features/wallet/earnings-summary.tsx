import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { EarningSum, TripEarnings, wallet } from '#contract/wallet.ts'
import { dateTime, pesos, plainDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type SummaryProps = {
  earnings: Pick<z.infer<typeof wallet.earnings.ok>, 'week' | 'month' | 'toCome' | 'disputed'>
  action?: ReactNode
}

/** The sums. The first figure is earned; what can be withdrawn, with top-ups, comes after. */
export function EarningsSummary({ earnings, action }: SummaryProps) {
  const { week, month, toCome, disputed } = earnings
  return (
    <section aria-label="Resumen" className="grid gap-4 sm:grid-cols-2">
      <Sum title="Esta semana" note={`Desde el ${dayOf(week.since)}`} sum={week} />
      <Sum title="Este mes" note={`Desde el ${dayOf(month.since)}`} sum={month} />
      {action}
      <Sum title="Por venir" note={toComeNote(toCome)} sum={toCome} />
      <Sum title="Por resolver" note={inQuestionNote(disputed)} sum={disputed} />
    </section>
  )
}

const dayOf = (date: string) => plainDay(`${date}T12:00:00-05:00`)

/** The part of a sum that goes through the wallet, and the part that passengers hand over. */
const waysOf = ({ gross, cash }: EarningSum) => ({ wallet: gross !== cash, direct: cash !== 0 })

function toComeNote(sum: EarningSum): string {
  const { wallet, direct } = waysOf(sum)
  if (!wallet && !direct) return 'Sin reservas por venir'
  const ways = [
    wallet && 'llega a tu billetera cuando el pasajero sube',
    direct && 'te pagan al subir',
  ].filter((way) => way !== false)
  return `Reservas confirmadas: ${ways.join('; en efectivo, ')}`
}

function inQuestionNote(sum: EarningSum): string {
  const { wallet, direct } = waysOf(sum)
  if (!wallet && !direct) return 'Sin ausencias ni reclamos por resolver'
  return wallet
    ? 'Alguien no llegó o reclamó: hasta que se decida no lo puedes retirar'
    : 'Alguien reclamó: se decide si debes la comisión'
}

/** Net money with its title; gross, commission and ways of payment below it. */
function Sum({ title, note, sum }: { title: string; note: string; sum: EarningSum }) {
  return (
    <Card>
      <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
      <PesoAmount value={sum.net} size="lg" />
      <p className="text-sm text-muted">{note}</p>
      {sum.gross !== 0 && (
        <p className="mt-1 text-sm">
          Pasajes {pesos(sum.gross)}, menos {pesos(sum.commission)} de comisión.
        </p>
      )}
      {sum.cash !== 0 && <p className="text-sm">{waysText(sum)}</p>}
    </Card>
  )
}

/** Cash and wallet add up to the net sum; the commission of direct payments lowers the wallet. */
function waysText({ net, gross, cash }: EarningSum): string {
  const wallet =
    gross === cash ? 'la comisión sale de tu billetera' : `en tu billetera ${pesos(net - cash)}`
  return `En efectivo ${pesos(cash)}; ${wallet}.`
}

const plus = (a: EarningSum, b: EarningSum): EarningSum => ({
  net: a.net + b.net,
  gross: a.gross + b.gross,
  commission: a.commission + b.commission,
  cash: a.cash + b.cash,
})

export function TripRow({ trip }: { trip: TripEarnings }) {
  const { tripId, from, to, departsAt, earned, toCome, disputed } = trip
  const total = plus(plus(earned, toCome), disputed)
  return (
    <li className="grid gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link to={paths.ownTrip(tripId)} className="min-w-0 break-words">
          {from} → {to}
        </Link>
        <PesoAmount value={total.net} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-muted">{dateTime(departsAt)}</p>
        <span className="flex flex-wrap gap-2">
          {toCome.net !== 0 && (
            <StatusPill tone="warn">{labelled('Por venir', toCome, total)}</StatusPill>
          )}
          {disputed.net !== 0 && (
            <StatusPill tone="urgent">{labelled('Por resolver', disputed, total)}</StatusPill>
          )}
        </span>
      </div>
      <Detail sum={total} of={`${from} → ${to}, ${dateTime(departsAt)}`} />
    </li>
  )
}

/** The label of a part, with its sum unless it is all of the trip's money. */
function labelled(label: string, part: EarningSum, total: EarningSum): string {
  return part.net === total.net ? label : `${label}: ${pesos(part.net)}`
}

function Detail({ sum, of }: { sum: EarningSum; of: string }) {
  const { net, gross, commission, cash } = sum
  const isMixed = cash !== 0 && cash !== gross
  const rows: [string, string | false][] = [
    [cash !== 0 && !isMixed ? 'Pasajes, en efectivo' : 'Pasajes', pesos(gross)],
    ['En efectivo', isMixed && pesos(cash)],
    ['Por billetera', isMixed && pesos(gross - cash)],
    ['Comisión de Cupo', `− ${pesos(commission)}`],
    ['Te queda', pesos(net)],
  ]
  return (
    <details>
      <summary className="flex min-h-11 w-fit items-center text-sm font-semibold text-bosque">
        Ver el detalle
        <span className="sr-only"> de {of}</span>
      </summary>
      <dl className="max-w-sm">
        {rows.map(
          ([term, value]) =>
            value && (
              <div key={term} className="flex justify-between gap-4 py-1 text-sm">
                <dt className="text-muted">{term}</dt>
                <dd className="tnum font-semibold whitespace-nowrap">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}
