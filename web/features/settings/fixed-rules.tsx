import type { PriceTables } from '#contract/price-tables.ts'
import { dateShort, number, pesos } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'

const onWords = { odd: 'Fechas impares', even: 'Fechas pares', any: 'Ese día' } as const
const kindWords = {
  daily: 'Pico y placa en Bogotá, días hábiles',
  regional: 'Pico y placa regional, al entrar un lunes festivo',
} as const

/** Rules that are part of a release: they are read here, and changed with one. */
export function FixedRules({ answer: { factors, plates } }: { answer: PriceTables }) {
  const { kmPerGallon, floor, ceiling, stepPesos } = factors
  return (
    <>
      <p className="text-muted">
        Estas reglas son parte del programa: cambian con una versión nueva, y lo publicado conserva
        su precio.
      </p>
      <CardSection title="Techo del precio de un cupo">
        <ul className="grid gap-2">
          <li>Rendimiento: {number(kmPerGallon)} km por galón.</li>
          <li>Mínimo: {number(floor * 100)} % de una parte igual del costo.</li>
          <li>
            Máximo: {number(ceiling * 100)} % de esa parte, y nunca más que el costo entre los
            pasajeros.
          </li>
          <li>Pasos de {pesos(stepPesos)}.</li>
        </ul>
      </CardSection>
      {plates.map(({ kind, from, to, source, windows }) => (
        <CardSection key={`${kind} ${from}`} title={kindWords[kind]}>
          <p className="tnum text-muted">
            Desde {dateShort(from)}
            {to && ` hasta ${dateShort(to)}`} · {source}
          </p>
          <ul className="mt-3 grid gap-2">
            {windows.map(({ on, fromHour, toHour, digits }) => (
              <li key={`${on} ${fromHour}`} className="tnum">
                {onWords[on]}, de {fromHour}:00 a {toHour}:00: placas terminadas en{' '}
                {[...digits].join(', ')}.
              </li>
            ))}
          </ul>
        </CardSection>
      ))}
    </>
  )
}
