import { AlarmClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ROAD_STATES, type RoadState, type RoadTrip } from '#contract/back-office-road.ts'
import { api } from '#web/lib/api.ts'
import { duration, number, theTime, time } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { span } from '#web/shared/desk/back-office/queue-clock.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { Card } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { RoadStrip } from '#web/ui/road-strip.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { RoadDetail } from './road-detail.tsx'

const ASK_EVERY_MS = 30_000
const shows = { seats: 'Con pasajeros', all: 'Todos' } as const
const keys = { j: 'Bajar', k: 'Subir' } as const

const inks: Record<RoadState, string> = {
  late_to_leave: 'text-err',
  late_to_arrive: 'text-err',
  no_news: 'text-warn',
  on_the_way: 'text-bosque',
}

/** Live board of the trips on the road, the worst first, and beside it the chosen one. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const show = search.get('ver') === 'todos' ? 'all' : 'seats'
  const data = useNeeded(
    queryKeys.road(show),
    (signal) => api.backOffice.showRoad({ query: show === 'all' ? { all: 'true' } : {}, signal }),
    { refetchInterval: ASK_EVERY_MS },
  )
  const asked = search.get('viaje')
  const asOf = data && ` · a ${theTime(data.asOf)}`
  return (
    <Page
      title="En la vía"
      lead={`Por lo que oprimen y por sus posiciones, no por el plan${asOf ?? ''}`}
      width="full"
      dense="titled"
      actions={
        <ChipChoice
          legend="Qué viajes ver"
          options={shows}
          selected={show}
          onSelect={(to) => setSearch(to === 'all' ? { ver: 'todos' } : {})}
        />
      }
    >
      {data ? <Board {...data} asked={asked} /> : <SkeletonList rows={4} rowClass="h-14" />}
    </Page>
  )
}

type BoardProps = Awaited<ReturnType<typeof api.backOffice.showRoad>> & { asked: string | null }

function Board({ trips, ahead, finished, asOf, asked }: BoardProps) {
  const [search] = useSearchParams()
  // The first trip stays chosen when another one becomes later: somebody may be writing about it.
  const [first] = useState(trips[0]?.id)
  const at = trips.findIndex(({ id }) => id === (asked ?? first))
  const isAsked = asked !== null && at >= 0
  const row = Math.max(0, at)
  const chosen = trips[row]
  const now = Date.parse(asOf)
  const to = (trip: RoadTrip | undefined) => {
    const next = new URLSearchParams(search)
    next.set('viaje', trip?.id ?? '')
    return `?${next}`
  }
  const counts = (
    <p className="px-4 py-2 text-sm text-muted">
      Por salir hasta medianoche: {number(ahead)} · Terminados hoy: {number(finished)}
    </p>
  )
  if (!chosen) {
    return (
      <>
        <EmptyState region="llano" title="Nadie está en la vía">
          Aquí aparecen los viajes que salieron o debieron salir.
        </EmptyState>
        {counts}
      </>
    )
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
      <div className={cx('min-w-0', isAsked && 'hidden xl:block')}>
        <Card padded={false} className="divide-y divide-line overflow-hidden">
          {ROAD_STATES.map((state) => (
            <Group key={state} state={state} trips={trips}>
              {(trip) => <TripRow trip={trip} to={to(trip)} isChosen={trip === chosen} now={now} />}
            </Group>
          ))}
          {counts}
        </Card>
        <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-muted">
          {(['j', 'k'] as const).map((key) => (
            <PlainLink
              key={key}
              to={to(trips[Math.min(trips.length - 1, Math.max(0, row + (key === 'j' ? 1 : -1)))])}
              className="inline-flex min-h-11 items-center gap-2 pointer-coarse:hidden"
            >
              <Key of={key} /> {keys[key]}
            </PlainLink>
          ))}
        </p>
      </div>
      <div className={cx('min-w-0', !isAsked && 'hidden xl:block')}>
        <RoadDetail key={chosen.id} trip={chosen} />
      </div>
    </div>
  )
}

type GroupProps = {
  state: RoadState
  trips: readonly RoadTrip[]
  children: (trip: RoadTrip) => ReactNode
}

/** The trips of one state below their number; nothing without any. */
function Group({ state, trips, children }: GroupProps) {
  const here = trips.filter((trip) => trip.state === state)
  if (here.length === 0) return null
  return (
    <section aria-labelledby={`road-${state}`}>
      <h2 id={`road-${state}`} className={cx('bg-paper px-4 py-1 font-sans text-sm', inks[state])}>
        {tripStateWords(state).text} {number(here.length)}
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {here.map((trip) => (
          <li key={trip.id}>{children(trip)}</li>
        ))}
      </ul>
    </section>
  )
}

type TripRowProps = { trip: RoadTrip; to: string; isChosen: boolean; now: number }

/** One look at a trip: lateness, route and people, the road, the hour, and what we know. */
function TripRow({ trip, to, isChosen, now }: TripRowProps) {
  const { state, from, to: end, plate, driver, plannedAt, expectedAt, heard } = trip
  return (
    <PlainLink
      to={to}
      aria-current={isChosen || undefined}
      className={cx(
        'grid gap-x-4 px-4 py-2 hover:bg-bosque-soft focus-visible:-outline-offset-2',
        'sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:items-center',
        'lg:grid-cols-[7rem_minmax(0,1fr)_8.75rem_11.5rem]',
        isChosen && 'xl:bg-bosque-soft xl:shadow-[inset_3px_0_0_var(--bosque)]',
      )}
    >
      <span className={cx('tnum inline-flex items-center gap-1.5 font-semibold', inks[state])}>
        {state !== 'on_the_way' && <AlarmClock className="size-4 shrink-0" />}
        {lateness(trip)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">
          {from} → {end}
        </span>
        <span className="block text-sm text-muted">
          {plate} · {driver.name} · {peopleOf(trip)}
        </span>
      </span>
      <span className={cx('hidden lg:block', inks[state])}>
        <RoadStrip {...trip} />
      </span>
      <span className="tnum text-sm sm:text-right">
        {hourOf(trip)}{' '}
        {hourOf(trip).startsWith('llega ') && time(expectedAt) !== time(plannedAt) && (
          <del className="text-muted">
            <span className="sr-only">en vez de </span>
            {time(plannedAt)}
          </del>
        )}
        <span className="block text-muted">
          {heard ? `${heardWords[heard.how]} hace ${span(Date.parse(heard.at), now)}` : 'sin señal'}
        </span>
      </span>
    </PlainLink>
  )
}

const heardWords = {
  start: 'salió',
  stop: 'paró',
  boarding: 'subieron',
  position: 'posición',
  word: 'dijo que llegó',
} as const

function hourOf({ state, departsAt, plannedAt, expectedAt }: RoadTrip): string {
  if (state === 'late_to_leave') return `salía ${time(departsAt)}`
  return state === 'no_news' ? `llegaba ${time(plannedAt)}` : `llega ${time(expectedAt)}`
}

function lateness({ state, lateMinutes }: RoadTrip): string {
  if (state !== 'on_the_way') return duration(lateMinutes)
  return lateMinutes > 0 ? `+ ${duration(lateMinutes)}` : 'a tiempo'
}

/** Who waits for the car and who is in it: `2 a bordo, 1 espera`. */
function peopleOf({ waiting, aboard }: RoadTrip): string {
  const waits = waiting > 0 && `${waiting} ${waiting === 1 ? 'espera' : 'esperan'}`
  return [aboard > 0 && `${aboard} a bordo`, waits].filter(Boolean).join(', ') || 'sin pasajeros'
}
