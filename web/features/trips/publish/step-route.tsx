import { CircleDot, MapPin } from 'lucide-react'

import { lazyPart } from '#web/lib/lazy-part.ts'
import { loadEnds } from '#web/shared/places/load-places.ts'
import { Card } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Later } from '#web/ui/later.tsx'
import { NextBar } from './next-bar.tsx'
import { type Draft, endsOf, routeProblems, type StepProps, settleEnds } from './publish-draft.ts'
import { refusalOfRoute, useWay } from './use-quote.ts'

// Lazy: it is needed only after both ends were chosen.
const RouteParts = lazyPart(() => import('./route-parts.tsx'), 'RouteParts')

const DESTINATION = 'publish-destination'

/** Focuses the destination field one frame later, when the list of origins has closed. */
function focusDestination(): void {
  requestAnimationFrame(() => document.getElementById(DESTINATION)?.focus())
}

/** The route on one screen: ends, and once both are known, what lies between them. */
export function StepRoute({ onNext, ...props }: StepProps) {
  const { draft, change, problems, ways, checking } = props
  const refused = refusalOfRoute(useWay(draft).error)
  // Stops belong to their ends: they are dropped with another origin or destination.
  const changeEnds = (ends: Pick<Partial<Draft>, 'origin' | 'destination'>) => {
    const after = { ...draft, ...ends }
    change({ ...ends, ...(endsOf(after) ? settleEnds(after) : {}) })
  }
  const changeBoth = ({ from, to }: { from: ComboItem; to: ComboItem }) =>
    changeEnds({ origin: from, destination: to })
  return (
    <>
      <Card className="grid gap-4">
        <Combobox
          label="Origen"
          placeholder="Ciudad de salida"
          icon={<CircleDot className="size-5" />}
          loadItems={loadEnds}
          value={draft.origin}
          onChange={(origin) => {
            if (origin?.both) return changeBoth(origin.both)
            changeEnds({ origin })
            if (origin && !draft.destination) focusDestination()
          }}
          error={problems.origin}
        />
        <Combobox
          id={DESTINATION}
          label="Destino"
          placeholder="Ciudad de llegada"
          icon={<MapPin className="size-5" />}
          loadItems={loadEnds}
          value={draft.destination}
          onChange={(destination) =>
            destination?.both ? changeBoth(destination.both) : changeEnds({ destination })
          }
          error={problems.destination}
        />
      </Card>
      {Object.keys(routeProblems(draft)).length === 0 && (
        <Later rows={3}>
          <RouteParts {...props} key={endsOf(draft)} />
        </Later>
      )}
      {ways}
      <NextBar
        first
        pending={checking}
        onNext={() => onNext(refused ? { stops: refused } : {}, settleEnds(draft))}
      />
    </>
  )
}
