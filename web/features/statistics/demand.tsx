import type { Dashboard } from '#contract/statistics.ts'
import { number } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'

/** Searches for which people found no trip. */
export function Demand({ demand }: { demand: Dashboard['demand'] }) {
  return (
    <CardSection title="Demanda sin oferta">
      <p className="mb-4 text-sm text-muted">
        Búsquedas que no encontraron nada, alertas y pedidos de cupo creados en el período.
      </p>
      {demand.length === 0 ? (
        <p className="text-muted">Nadie se quedó buscando.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {demand.map(({ from, to, missedSearches, alerts, requests }) => (
            <li key={`${from.placeId} ${to.placeId}`} className="grid gap-1 py-2">
              <span className="font-semibold">
                {from.name} → {to.name}
              </span>
              <span className="tnum text-muted">
                Búsquedas sin resultado: {number(missedSearches)} · Alertas: {number(alerts)} ·
                Pedidos: {number(requests)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}
