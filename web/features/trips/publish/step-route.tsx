import { CircleDot, MapPin } from 'lucide-react'
import { loadPlaces } from '#web/domain/places/load-places.ts'
import { Card } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish-draft.ts'
import { settleEnds } from './publish-draft.ts'

const DESTINATION = 'publish-destination'

/** Focuses the destination field one frame later, when the list of origins has closed. */
function focusDestination(): void {
  requestAnimationFrame(() => document.getElementById(DESTINATION)?.focus())
}

export function StepRoute({ draft, change, problems, onNext }: StepProps) {
  return (
    <>
      <Card className="grid gap-4">
        <Combobox
          label="Origen"
          placeholder="Ciudad de salida"
          icon={<CircleDot className="size-5" />}
          loadItems={loadPlaces}
          value={draft.origin}
          onChange={(origin) => {
            change({ origin })
            if (origin && !draft.destination) focusDestination()
          }}
          error={problems.origin}
        />
        <Combobox
          id={DESTINATION}
          label="Destino"
          placeholder="Ciudad de llegada"
          icon={<MapPin className="size-5" />}
          loadItems={loadPlaces}
          value={draft.destination}
          onChange={(destination) => change({ destination })}
          error={problems.destination}
        />
      </Card>
      <NextBar first onNext={() => onNext({}, settleEnds(draft))} />
    </>
  )
}
