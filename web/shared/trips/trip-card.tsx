import { BadgeCheck, MapPin, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProfileBadge } from '#contract/profiles.ts'
import type { RatingSummary } from '#contract/standing.ts'
import { durationBetween, pesos, plural, time, type When, wordList } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { RatingLine } from '../ratings/rating-line.tsx'
import { RouteLine } from './route-line.tsx'
import { SeatMeter } from './seat-meter.tsx'

type TripEnd = {
  name: string
  at: When
  /** Note like "a 1,2 km de tu punto". */
  note?: string | undefined
}

type DriverLine = {
  id?: string
  name: string
  photoUrl?: string | null
  verified: boolean
  /** What was checked; absent: only whether the identity was. */
  badges?: readonly ProfileBadge[]
  rating?: RatingSummary
  /** Trips driven to their end; absent where they are not known. */
  tripsCompleted?: number
}

export type TripCardProps = {
  /** Path that the card links to; absent in a preview, which is not a link. */
  to?: string
  from: TripEnd
  until: TripEnd
  /** Price of one seat including all fees, whole pesos. */
  price: number
  priceNote?: ReactNode
  /** With an id, the name links to the driver's public profile. */
  driver: DriverLine
  seatsLeft: number
  seatsTotal?: number
  /** Instant booking: confirmed without the driver's approval. */
  instant?: boolean
  /** Name of the driver's meeting point where the part starts; null: it is to be agreed. */
  meetingPoint: string | null
  /** Words before it. */
  meetingWords?: string
  /** Short facts: "Acepta mascotas", "Solo mujeres". */
  badges?: readonly string[]
  /** True: no seats left, the card is shown in grey. */
  full?: boolean
}

/** One trip in a list. The whole card is one link. */
export function TripCard(props: TripCardProps) {
  const { to, from, until, price, driver, seatsLeft, full } = props
  const label =
    `Viaje de ${from.name} (${time(from.at)}) a ${until.name} (${time(until.at)}), ` +
    `${pesos(price)} por cupo`
  return (
    <article
      aria-label={label}
      className={cx(
        'relative rounded-card border border-line bg-surface p-4 shadow-card',
        to !== undefined && 'transition-colors hover:border-bosque',
        full && 'opacity-70',
      )}
    >
      <RouteLine
        stops={[
          { name: from.name, at: from.at, detail: from.note },
          { name: until.name, at: until.at, detail: until.note },
        ]}
      />
      <p className="mt-1.5 text-sm text-muted">
        Duración aproximada: {durationBetween(from.at, until.at)}
      </p>
      {props.meetingPoint !== null && (
        <p className="mt-1 flex gap-1.5 text-sm">
          <MapPin className="mt-0.5 size-4 shrink-0 text-bosque" />
          <span className="min-w-0 wrap-anywhere">
            {props.meetingWords ?? 'Te subes en'}{' '}
            <strong className="font-semibold">{props.meetingPoint}</strong>
          </span>
        </p>
      )}
      <div
        className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line
          pt-3"
      >
        <Driver driver={driver} />
        <div className="ml-auto shrink-0 text-right">
          <PesoAmount value={price} size="xl" className="text-xl! sm:text-2xl!" />
          <p className="text-sm text-muted">{props.priceNote ?? 'por cupo'}</p>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
        <Checked driver={driver} />
        <SeatMeter
          free={seatsLeft}
          total={props.seatsTotal ?? Math.max(seatsLeft, 1)}
          size="sm"
          withText
        />
      </div>
      <Badges instant={props.instant ?? false} badges={props.badges ?? []} />
      {to !== undefined && (
        <PlainLink to={to} aria-label={label} className="absolute inset-0 rounded-card" />
      )}
    </article>
  )
}

function Driver({ driver }: { driver: DriverLine }) {
  const line = (
    <>
      <Avatar name={driver.name} photoUrl={driver.photoUrl} />
      <span className="grid min-w-0">
        <span className="font-semibold">{driver.name}</span>
        <Experience driver={driver} />
      </span>
    </>
  )
  const looks = 'flex min-w-0 items-center gap-2.5'
  if (!driver.id) return <div className={looks}>{line}</div>
  // z-index above the link that covers the card.
  return (
    <PlainLink
      to={paths.person(driver.id)}
      className={cx(looks, 'relative z-1 min-h-11 rounded-control')}
    >
      <span className="sr-only">Ver a quien conduce: </span>
      {line}
    </PlainLink>
  )
}

/** Rating and number of trips; a new driver is said to be new. */
function Experience({ driver: { rating, tripsCompleted } }: { driver: DriverLine }) {
  const rated = rating && rating.average !== null
  if (!rated && tripsCompleted === 0) {
    return <span className="text-sm text-muted">Sin viajes todavía</span>
  }
  return (
    <span className="text-sm text-muted">
      {rated && <RatingLine rating={rating} />}
      {rated && tripsCompleted !== undefined && ' · '}
      {tripsCompleted !== undefined && plural(tripsCompleted, 'viaje', 'viajes')}
    </span>
  )
}

const checkedWords: Record<ProfileBadge, string> = {
  identity: 'identidad',
  licence: 'licencia',
  vehicle: 'carro',
  phone: 'teléfono',
}

/** What Cupo checked of the driver, by name. */
function Checked({ driver }: { driver: DriverLine }) {
  const badges = driver.badges ?? (driver.verified ? ['identity'] : [])
  if (badges.length === 0) return <p className="text-sm text-muted">Sin verificar</p>
  const isWhole = badges.length === Object.keys(checkedWords).length
  return (
    <p className="flex gap-1.5 text-sm">
      <BadgeCheck className="mt-0.5 size-4 shrink-0 text-ok" />
      <span className="min-w-0">
        {isWhole
          ? 'Verificado'
          : `Verificamos: ${wordList(badges.map((badge) => checkedWords[badge]))}`}
      </span>
    </p>
  )
}

function Badges({ instant, badges }: { instant: boolean; badges: readonly string[] }) {
  if (!instant && badges.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5 text-sm">
      {instant && (
        <li
          className="inline-flex items-center gap-1 rounded-full bg-bosque-soft px-2.5 py-1
            font-semibold text-bosque"
        >
          <Zap className="size-4" />
          Reserva inmediata
        </li>
      )}
      {badges.map((badge) => (
        <li key={badge} className="rounded-full bg-paper px-2.5 py-1 ring-1 ring-line ring-inset">
          {badge}
        </li>
      ))}
    </ul>
  )
}
