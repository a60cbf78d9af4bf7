import type { Quote } from '#contract/pricing.ts'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { dateLong, pesos, seats as seatsText, time } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { weekdaysText } from '../weekdays.ts'
import {
  type Draft,
  departsAt,
  earns,
  type Prices,
  type PublishStep,
  placesOf,
  returnDraft,
  shareText,
  weekdaysOf,
} from './publish-draft.ts'
import { useWays } from './use-ways.ts'

type Row = { step: PublishStep; label: string; value: string }

type AnswersProps = {
  draft: Draft
  prices: Prices
  quote: Pick<Quote, 'commissionBp'>
  goTo: (step: PublishStep) => void
}

/** Summary of all answers, each with a link to change it. */
export function Answers({ draft, prices, quote, goTo }: AnswersProps) {
  const { ways, chosen } = useWays(draft)
  const rows = answersOf(draft, prices, {
    ...quote,
    way: ways.length > 1 ? chosen?.label : undefined,
  })
  return (
    <Card>
      <dl className="grid divide-y divide-line">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <dt className="text-sm text-muted">{row.label}</dt>
              <dd className="font-semibold">{row.value}</dd>
            </div>
            <dd>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Cambiar ${row.label.toLowerCase()}`}
                onClick={() => goTo(row.step)}
              >
                Cambiar
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** `way` is the name of the route, if there was a choice. */
type Told = Pick<Quote, 'commissionBp'> & { way: string | undefined }

function answersOf(draft: Draft, prices: Prices, told: Told): Row[] {
  const { way } = told
  const moment = departsAt(draft) ?? ''
  const [origin, ...rest] = placesOf(draft).map((place) => place.label)
  const stops = rest.slice(0, -1)
  const back = returnDraft(draft)
  const returnAt = back && departsAt(back)
  const points = placesOf(draft).flatMap(({ id }) => draft.points[id]?.name ?? [])
  const more: Row[] = []
  if (returnAt && prices.returnSeat) {
    const value = `${dateLong(returnAt)}, ${time(returnAt)}, a ${pesos(prices.returnSeat)}`
    more.push({ step: 'fecha', label: 'Regreso', value })
  }
  if (draft.repeat) {
    const days = `Cada ${weekdaysText(weekdaysOf(draft))}`
    const until = draft.repeat.until
    const last = until ? `, hasta el ${dateLong(`${until}T12:00:00-05:00`)}` : ''
    more.push({ step: 'fecha', label: 'Se repite', value: `${days}${last}` })
  }
  return [
    { step: 'ruta', label: 'Ruta', value: `${origin} → ${rest.at(-1)}` },
    ...(way ? [{ step: 'camino' as const, label: 'Camino', value: way }] : []),
    { step: 'paradas', label: 'Paradas', value: stops.join(' · ') || 'Ninguna' },
    {
      step: 'encuentro',
      label: 'Encuentro',
      value: points.join(', ') || 'Lo acuerdas después con tus pasajeros',
    },
    { step: 'fecha', label: 'Salida', value: `${dateLong(moment)}, ${time(moment)}` },
    { step: 'vehiculo', label: 'Cupos', value: seatsText(draft.seats) },
    { step: 'precio', label: 'Precio', value: `${pesos(prices.seat)} por todo el recorrido` },
    {
      step: 'precio',
      label: 'Recibes por cupo',
      value: `${pesos(earns(prices.seat, told))}, sin la comisión del ${shareText(told)}`,
    },
    ...more,
    {
      step: 'detalles',
      label: 'Pago',
      value: draft.paymentModes.map((mode) => paymentModeWords[mode].title).join(' y '),
    },
  ]
}
