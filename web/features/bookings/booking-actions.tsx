import { Ellipsis, Share2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { plainDay, theTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ShareButton, type ShareProps } from '#web/ui/share-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: with these parts, which few visits open, the screen would exceed its limit of 210 kB.
const BookingMore = lazy(async () => ({
  default: (await retryingImport(() => import('./booking-more.tsx'))).BookingMore,
}))
const ShareSheet = lazy(async () => ({
  default: (await retryingImport(() => import('./share-sheet.tsx'))).ShareSheet,
}))

const TILE = 'w-full flex-col gap-1! px-2! py-2 text-sm!'

type Props = { booking: BookingView }

/** The three actions that every ticket has, in this order; the others are under "Más". */
export function BookingActions({ booking }: Props) {
  const [open, setOpen] = useState(() => location.hash === '#mas')
  const id = useId()
  return (
    <div className="grid gap-3">
      {/* At 200 % text a phone shows them one under the other. */}
      <div className="flex flex-wrap gap-3 *:min-w-fit *:flex-1">
        <WriteButton
          tripId={booking.tripId}
          className={TILE}
          text={
            <span>
              Escribir<span className="sr-only"> al conductor</span>
            </span>
          }
        />
        <Share booking={booking} />
        <Button
          variant="secondary"
          className={TILE}
          aria-expanded={open}
          aria-controls={id}
          icon={<Ellipsis aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(!open)}
        >
          Más
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <BookingMore booking={booking} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** While others can follow the trip, a sheet offers that and the public link; else the link. */
function Share({ booking }: Props) {
  const [open, setOpen] = useState(false)
  const { from, to, tripId, status, arrived } = booking
  // The ticket's code is never shared.
  const page: ShareProps = {
    label: 'Compartir',
    // Others may read it on another day: the date, never "hoy".
    text: `Viajo de ${from.name} a ${to.name} el ${plainDay(from.at)} a ${theTime(from.at)}`,
    path: paths.trip(tripId, { from: from.id, to: to.id }),
  }
  const canFollow = (status === 'confirmed' || status === 'checked_in') && !arrived
  if (!canFollow) {
    return (
      <div>
        <ShareButton {...page} className={TILE} />
      </div>
    )
  }
  return (
    <div>
      <Button
        variant="secondary"
        className={TILE}
        aria-haspopup="dialog"
        icon={<Share2 aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        Compartir
      </Button>
      <Suspense fallback={null}>
        {open && <ShareSheet booking={booking} page={page} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
