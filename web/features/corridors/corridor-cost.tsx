import { number, pesos, plural } from '#web/lib/format.ts'
import { PriceBreakdown } from '#web/shared/pricing/price-breakdown.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { dayOf } from './corridor-words.ts'
import type { Corridor, CorridorToll } from './corridors.ts'

/** Price of a seat on the corridor and the costs that it covers. */
export function CorridorCost({ corridor }: { corridor: Corridor }) {
  const { seat, seats, cost, km, fuel, tolls, asOf } = corridor
  return (
    <CardSection title="Cuánto cuesta un cupo">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-4">
        <Figure label="Recomendado" value={seat.recommended} />
        <Figure label="Máximo permitido" value={seat.max} />
      </dl>
      <p className="mt-3 text-muted">
        Por persona, con {plural(seats, 'cupo compartido', 'cupos compartidos')} y el conductor
        poniendo su parte. Cada conductor fija el precio; por encima del máximo no se publica.
      </p>
      <PriceBreakdown
        className="mt-5"
        lines={[
          {
            label: 'Combustible',
            pesos: cost.fuel,
            detail:
              `${number(km)} km a ${fuel.kmPerGallon} km por galón, ` +
              `${pesos(fuel.pesosPerGallon)} el galón (${fuel.source})`,
          },
          { label: 'Peajes', pesos: cost.tolls, detail: <TollNote tolls={tolls} /> },
        ]}
        totalLabel="Costo de todo el carro"
        total={cost.total}
      />
      <Tolls tolls={tolls} />
      <p className="mt-4 text-sm text-muted">
        Precios y tarifas en vigor el {dayOf(asOf)}, carro de categoría I. El precio de cada viaje
        se calcula con los de su fecha.
      </p>
    </CardSection>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="tnum font-display text-2xl font-extrabold whitespace-nowrap sm:text-3xl">
        {pesos(value)}
      </dd>
    </div>
  )
}

function TollNote({ tolls }: { tolls: readonly CorridorToll[] }) {
  if (tolls.length === 0) return 'No tenemos peajes registrados en esta vía'
  return plural(tolls.length, 'peaje registrado', 'peajes registrados')
}

function Tolls({ tolls }: { tolls: readonly CorridorToll[] }) {
  if (tolls.length === 0) return null
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="min-h-11 py-2.5 font-semibold text-bosque">
        Los peajes, uno por uno
      </summary>
      <ul className="grid gap-3 pb-1">
        {tolls.map((toll) => (
          <li key={toll.name} className="flex flex-wrap items-baseline gap-x-4">
            <span className="min-w-0 flex-1 basis-[8rem]">
              {toll.name}
              <span className="block text-sm text-muted">
                {toll.source ?? 'Nadie nos ha confirmado su tarifa: no se suma'}
                {toll.oneWay && ' · solo en este sentido'}
              </span>
            </span>
            <span className="tnum ml-auto font-semibold whitespace-nowrap">
              {toll.pesos === null ? '—' : pesos(toll.pesos)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
