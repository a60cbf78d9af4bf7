import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { useKnownPosition, walkMinutes } from '#web/lib/walk.ts'
import { PointsUnread, useVettedPoints } from '#web/shared/places/safe-points/point-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type OpenEnd, usePropose } from './use-meeting.ts'

/** Points offered in the flow; the others are behind "Ver más". */
const FIRST = 3

type OffersProps = {
  conversationId: string
  open: OpenEnd
  /** Points that are shown; without it, all. */
  first?: number
  onProposed?: () => void
  onMore?: () => void
}

/** The SafePoints of a place as rows: a press proposes one to the other person. */
function Offers({ conversationId, open, first, onProposed, onMore }: OffersProps) {
  const { end, placeId, place } = open
  const { points, error, refetch } = useVettedPoints(placeId)
  const here = useKnownPosition()
  const propose = usePropose(conversationId)
  if (error && !points) {
    const title = `No pudimos leer los puntos de encuentro en ${place}`
    return <PointsUnread title={title} error={error} onRetry={() => void refetch()} />
  }
  if (!points) return <Skeleton className="h-26 w-full" />
  if (points.length === 0) {
    return (
      <p className="text-muted">
        En {place} aún no hay puntos seguros: acuerden por mensaje un lugar público y conocido.
      </p>
    )
  }
  const known = points
    .map((point) => ({ ...point, walk: here && walkMinutes(here, point) }))
    .sort((a, b) => (a.walk ?? Infinity) - (b.walk ?? Infinity))
  return (
    <div className="grid gap-2">
      <ErrorBanner error={propose.error} />
      <Rows label={`Puntos seguros en ${place}`}>
        {known.slice(0, first).map(({ id, name, address, hours, walk }) => (
          <Row
            key={id}
            Icon={MapPin}
            text={name}
            detail={hours ? `${address} · ${hours}` : address}
            value={walk ? `${walk} min a pie` : undefined}
            onPress={() => {
              if (propose.isPending) return
              propose.mutate(
                { id: newIdempotencyKey(), end, pointId: id },
                { onSuccess: onProposed },
              )
            }}
          />
        ))}
      </Rows>
      {onMore && first !== undefined && points.length > first && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={onMore}>
          Ver los {points.length} puntos
        </Button>
      )}
    </div>
  )
}

type FlowProps = { conversationId: string; open: OpenEnd; otherName: string; onMore: () => void }

/** Offers points in the flow while nobody knows where the passenger gets on. */
export function OffersInFlow({ conversationId, open, otherName, onMore }: FlowProps) {
  return (
    <section aria-labelledby="point-offers" className="grid gap-2">
      <h2 id="point-offers" className="text-lg">
        ¿Dónde se encuentran en {open.place}?
      </h2>
      <p className="text-sm text-muted">
        {sentence(`Toca un punto y se lo propones a ${otherName}`)}
      </p>
      <Offers {...{ conversationId, open, onMore }} first={FIRST} />
    </section>
  )
}

type SheetProps = {
  conversationId: string
  ends: readonly OpenEnd[]
  otherName: string
  onClose: () => void
}

/** All points at both ends of the passenger's part. */
export function OffersSheet({ conversationId, ends, otherName, onClose }: SheetProps) {
  const [end, setEnd] = useState(ends[0]?.end)
  const shown = ends.find((each) => each.end === end)
  return (
    <Sheet open onClose={onClose} title="Proponer un punto">
      <p className="text-muted">
        {sentence(`Toca un punto y se lo propones a ${otherName}`)} Nada cambia hasta que lo acepte.
      </p>
      {ends.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {ends.map((each) => (
            <Button
              key={each.end}
              size="sm"
              variant="secondary"
              aria-pressed={each.end === end}
              className="aria-pressed:border-bosque aria-pressed:bg-bosque-soft"
              onClick={() => setEnd(each.end)}
            >
              {each.end === 'from' ? 'Para subir' : 'Para bajar'} en {each.place}
            </Button>
          ))}
        </div>
      )}
      {shown && (
        <Offers key={shown.end} conversationId={conversationId} open={shown} onProposed={onClose} />
      )}
    </Sheet>
  )
}
