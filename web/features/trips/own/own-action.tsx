import { CopyPlus, IdCard, type LucideIcon, Repeat2, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { DriverMoment } from '#contract/moments.ts'
import type { TripView } from '#contract/trips.ts'
import { addDays, dateLong, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useIsBarred } from '#web/shared/conduct/account-notice.tsx'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ResumeSales } from '../pause-trip.tsx'
import { repeatPath, returnPath } from '../repeat-link.ts'
import { freeSeats } from './trip-money.ts'

/** What the driver most likely does next. */
export type Main = 'share' | 'write' | 'run' | 'resume' | 'papers' | 'return' | 'repeat'

const byMoment: Record<DriverMoment, Main | null> = {
  draft: null,
  // The request itself has the buttons.
  asked: null,
  paused: 'resume',
  confirmed: 'share',
  evening: 'run',
  two_hours: 'run',
  late: 'run',
  riding: 'run',
  no_news: 'run',
  arrived: 'return',
  to_rate: 'return',
  done: 'repeat',
  cancelled: 'repeat',
}

/** Returns the one main action of a driver's trip at a moment; null for none. */
export function mainActionOf(moment: DriverMoment, trip: TripView): Main | null {
  const main = byMoment[moment]
  if (main === 'resume' && !trip.can.resume) return 'papers'
  return main === 'share' && freeSeats(trip) === 0 ? 'write' : main
}

/** What is sent with the link of a trip. */
export function shareOf(trip: TripView, { from, to }: TripPart) {
  return {
    label: 'Compartir viaje',
    text: `Viaje de ${from.name} a ${to.name}: ${dateLong(from.at)}.`,
    path: paths.trip(trip.id, { from: from.id, to: to.id }),
  }
}

type ActionProps = { main: Main | null; trip: TripView; part: TripPart }

/** The main action, within reach of the thumb, and what it does. */
export function OwnAction({ main, trip, part }: ActionProps) {
  const isBarred = useIsBarred()
  if (!main || (main === 'papers' && isBarred)) return null
  const { note, button, ...link } = actionOf(main, trip, part)
  return (
    // Last on a phone, where it sticks to the bottom; below the head on a wide screen.
    <BottomBar
      className="max-md:order-last"
      action={button ?? <ActionLink {...link} />}
      note={note}
    />
  )
}

type LinkAction = { to?: string; Icon?: LucideIcon; text?: string }

const ActionLink = ({ to = '', Icon = Route, text }: LinkAction) => (
  <ButtonLink to={to} Icon={Icon}>
    {text}
  </ButtonLink>
)

type Action = LinkAction & { button?: ReactNode; note?: string | false }

function actionOf(main: Main, trip: TripView, part: TripPart): Action {
  const free = freeSeats(trip)
  const write = { tripId: trip.id, group: true, text: 'Escribir al grupo' } as const
  switch (main) {
    case 'share':
      return {
        button: <LateShare primary className="w-full" {...shareOf(trip, part)} />,
        note: free === 1 ? 'Queda 1 cupo por llenar.' : `Quedan ${free} cupos por llenar.`,
      }
    case 'write':
      return { button: <WriteButton {...write} className="w-full" />, note: 'Tu carro va lleno.' }
    case 'run':
      return {
        ...{ to: paths.runSheet(trip.id), Icon: Route, text: 'Abrir hoja de ruta' },
        note:
          trip.status === 'published' &&
          (trip.can.checkIn ? 'Desde ahí sales, y les avisamos a tus pasajeros.' : OPENS),
      }
    case 'resume':
      return { button: <ResumeSales trip={trip} /> }
    case 'papers':
      return { to: paths.documents(trip.vehicle.id), Icon: IdCard, text: 'Ver mis documentos' }
    case 'return':
      return {
        to: returnPath(trip.id, addDays(today(), 1)),
        ...{ Icon: Repeat2, text: 'Publicar el regreso' },
        note: `${part.to.name} → ${part.from.name}, con tu precio y tu carro: miras el día.`,
      }
    case 'repeat':
      return { to: repeatPath(trip.id), Icon: CopyPlus, text: 'Repetir viaje' }
  }
}

const OPENS = `Puedes salir y registrar subidas desde ${BOARDING_OPENS_HOURS} horas antes.`
