import { Share2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { WayThere } from '#web/shared/trips/way-there.tsx'
import { PhoneLinks } from '#web/shared/users/phone-links.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { firstName } from './moment-day.tsx'
import type { BookingMoment } from './use-booking-moment.ts'

// Lazy: parts of one moment, or opened by a press (ticket-page.tsx).
const SayMissed = lazyPart(() => import('./change-missed.tsx'), 'SayMissed')
const ShareSheet = lazyPart(() => import('./share-sheet.tsx'), 'ShareSheet')
const FileButton = lazyPart(() => import('./booking-files.tsx'), 'FileButton')

type Moment = BookingMoment['moment']

/** Moments whose main action is to write, and those whose main action is to share. */
const WRITES: readonly Moment[] = ['asked', 'no_place']
const SHARES: readonly Moment[] = ['evening', 'riding', 'change_ahead']

/** Icon above word, so that four stand in one line of 360 px. */
const TILE = 'w-full flex-col gap-0.5! px-1! py-1.5! text-sm!'

export type NowProps = { booking: BookingView } & BookingMoment

/** What one may want at each moment beside its main action, in one line. */
export function Contacts({ booking, journey, moment }: NowProps) {
  const { tripId, driver, from } = booking
  // When the car is late, to call is the main action.
  const phone = moment === 'late' ? null : journey?.driver.phone
  const isAhead = moment === 'confirmed' || moment === 'evening'
  return (
    // At 200 % text a phone shows them one under the other.
    <div className="flex flex-wrap gap-2 *:min-w-fit *:flex-1">
      {phone && <PhoneLinks phone={phone} name={driver.name} isNamed className={TILE} />}
      {!WRITES.includes(moment) && (
        <WriteButton
          tripId={tripId}
          className={TILE}
          text={
            <span>
              Escribir<span className="sr-only"> al conductor</span>
            </span>
          }
        />
      )}
      {isAhead && from.point && <WayThere point={from.point} size="md" className={TILE} />}
      {!SHARES.includes(moment) && (
        <Share booking={booking} label="Compartir" variant="secondary" className={TILE} />
      )}
    </div>
  )
}

/** The one main action of a moment until the arrival. */
export function DayAction({ booking, moment, journey }: NowProps) {
  const { from, to } = booking
  const first = firstName(booking.driver.name)
  const write = (text: string) => (
    <WriteButton primary className="wrap-anywhere" tripId={booking.tripId} text={text} />
  )
  const phone = journey?.driver.phone
  const actions: Partial<Record<Moment, ReactNode>> = {
    asked: write(`Escribirle a ${first}`),
    no_place: write(`Acordar con ${first}`),
    paused: (
      <ButtonLink to={paths.search({ from: from.placeId, to: to.placeId })}>
        Buscar otro viaje
      </ButtonLink>
    ),
    change_missed: booking.connection?.maySayMissed && (
      <Suspense fallback={<Skeleton className="h-12 w-full" />}>
        <SayMissed booking={booking} primary />
      </Suspense>
    ),
    confirmed: (
      <Suspense fallback={<Skeleton className="h-12 w-full" />}>
        <FileButton booking={booking} kind="calendar" primary />
      </Suspense>
    ),
    evening: <Share booking={booking} label="Compartir mi viaje" />,
    riding: <Share booking={booking} label="Compartir dónde voy" />,
    change_ahead: <Share booking={booking} label="Compartir dónde voy" />,
    two_hours: from.point ? (
      <WayThere point={from.point} variant="primary" size="md" />
    ) : (
      write(`Acordar con ${first}`)
    ),
    late: phone && (
      <div className="flex flex-wrap gap-2 *:grow">
        <PhoneLinks
          {...{ phone, name: first, variant: 'primary' }}
          className="px-3! wrap-anywhere"
        />
      </div>
    ),
  }
  const action = actions[moment]
  return action ? <BottomBar action={action} /> : null
}

type ShareProps = {
  booking: BookingView
  label: string
  variant?: 'primary' | 'secondary'
  className?: string
}

/** Opens the two ways to share: a link to follow the trip, and its public page. */
function Share({ booking, label, variant = 'primary', className }: ShareProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        Icon={Share2}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {open && <ShareSheet booking={booking} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
