import { CopyPlus, IdCard, Repeat2, Route } from 'lucide-react'
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

const ICON = { 'aria-hidden': true, className: 'size-5' } as const

type ActionProps = { main: Main | null; trip: TripView; part: TripPart }

/** The main action, within reach of the thumb, and what it does. */
export function OwnAction({ main, trip, part }: ActionProps) {
  const isBarred = useIsBarred()
  if (!main || (main === 'papers' && isBarred)) return null
  const [button, note] = actionOf(main, trip, part)
  return (
    // Last on a phone, where it sticks to the bottom; below the head on a wide screen.
    <BottomBar
      className="max-md:order-last"
      action={
        <div className="grid gap-2 *:w-full">
          {button}
          {note && <p className="text-center text-sm text-muted">{note}</p>}
        </div>
      }
    />
  )
}

function actionOf(main: Main, trip: TripView, part: TripPart): [ReactNode, ReactNode?] {
  switch (main) {
    case 'share':
      return [
        <LateShare key={main} primary className="w-full" {...shareOf(trip, part)} />,
        freeSeats(trip) === 1
          ? 'Queda 1 cupo por llenar.'
          : `Quedan ${freeSeats(trip)} cupos por llenar.`,
      ]
    case 'write':
      return [
        <WriteButton
          key={main}
          tripId={trip.id}
          group
          text="Escribir al grupo"
          className="w-full"
        />,
        'Tu carro va lleno.',
      ]
    case 'run':
      return [
        <ButtonLink key={main} to={paths.runSheet(trip.id)} icon={<Route {...ICON} />}>
          Abrir hoja de ruta
        </ButtonLink>,
        trip.status === 'published' &&
          (trip.can.checkIn
            ? 'Desde ahí sales, y les avisamos a tus pasajeros.'
            : `Puedes salir y registrar pasajeros desde ${BOARDING_OPENS_HOURS} horas antes de la ` +
              'salida.'),
      ]
    case 'resume':
      return [<ResumeSales key={main} trip={trip} />]
    case 'papers':
      return [
        <ButtonLink key={main} to={paths.documents(trip.vehicle.id)} icon={<IdCard {...ICON} />}>
          Ver mis documentos
        </ButtonLink>,
      ]
    case 'return':
      return [
        <ButtonLink
          key={main}
          to={returnPath(trip.id, addDays(today(), 1))}
          icon={<Repeat2 {...ICON} />}
        >
          Publicar el regreso
        </ButtonLink>,
        `${part.to.name} → ${part.from.name}, con tu precio y tu carro. Miras el día y publicas.`,
      ]
    case 'repeat':
      return [
        <ButtonLink key={main} to={repeatPath(trip.id)} icon={<CopyPlus {...ICON} />}>
          Repetir viaje
        </ButtonLink>,
      ]
  }
}
