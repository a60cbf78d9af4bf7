import type { ReactNode } from 'react'
import { dayNote, pesos, time, type When } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { wordLength } from '../places/route-title.tsx'
import { SeatMeter } from './seat-meter.tsx'

type RouteStop = {
  name: string
  /** Time when the car is at the stop; absent while unknown. */
  at?: When | null
  /** Department, meeting point, or a text like "a 1,2 km de tu punto". */
  detail?: ReactNode
}

export type RouteLeg = {
  /** Price of one seat in whole pesos. */
  price?: number
  seatsLeft?: number
}

type RouteLineProps = {
  stops: readonly RouteStop[]
  /** Legs between consecutive stops: one fewer than the stops. */
  legs?: readonly RouteLeg[]
  /** Total number of offered seats, for the seat meters of the legs. */
  seatsTotal?: number
  /** The person's segment, by index of stop; the rest is dimmed. Absent: the whole route. */
  part?: { from: number; to: number }
  /** Number of passed stops, which are drawn filled. */
  progress?: number
  className?: string
}

type Look = { lit: boolean; end: boolean; done: boolean }

function stopLook(row: number, props: RouteLineProps): Look {
  const from = props.part?.from ?? 0
  const to = props.part?.to ?? props.stops.length - 1
  return {
    lit: row >= from && row <= to,
    end: row === from || row === to,
    done: props.progress !== undefined && row < props.progress,
  }
}

function Dot({ look }: { look: Look }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative z-1 block shrink-0 rounded-full ring-inset',
        look.end ? 'size-4 ring-4' : 'size-3 ring-3',
        look.lit ? 'ring-bosque' : 'ring-edge',
        look.done ? 'bg-bosque' : look.end && look.lit ? 'bg-maiz' : 'bg-surface',
      )}
    />
  )
}

/**
 * Line of the route: stops with their times and, when given, price and seats left of each leg. In a
 * narrow column the time stands above the place, so that the name has room.
 */
export function RouteLine(props: RouteLineProps) {
  return (
    <div className={cx('@container', props.className)}>
      <ol className="grid">
        {props.stops.map((stop, row) => (
          // A corridor passes a place only once; the time is for callers that repeat a place.
          <VerticalStop key={`${stop.name}@${stop.at ?? ''}`} row={row} stop={stop} props={props} />
        ))}
      </ol>
    </div>
  )
}

type VerticalStopProps = { row: number; stop: RouteStop; props: RouteLineProps }

function VerticalStop({ row, stop, props }: VerticalStopProps) {
  const look = stopLook(row, props)
  const last = row === props.stops.length - 1
  const timed = props.stops.some((other) => other.at)
  const note = stop.at && dayNote(stop.at, props.stops[0]?.at ?? stop.at)
  return (
    <li
      className={cx(
        'relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-3',
        timed && '@[17rem]:grid-cols-[5rem_16px_minmax(0,1fr)]',
        !last && 'pb-5',
        !look.lit && 'text-muted',
      )}
    >
      {timed && (
        <span
          className="tnum col-start-2 text-sm/6 font-semibold text-nowrap @[17rem]:col-start-1
            @[17rem]:text-right"
        >
          {stop.at ? time(stop.at) : '—'}
        </span>
      )}
      <span
        className={cx(
          'relative col-start-1 row-start-1 flex justify-center pt-1',
          timed && 'row-span-2 @[17rem]:col-start-2 @[17rem]:row-span-1',
        )}
      >
        {!last && (
          <span
            aria-hidden="true"
            className={cx(
              'absolute top-3 -bottom-8 w-1 rounded-full',
              look.lit && stopLook(row + 1, props).lit ? 'bg-bosque' : 'bg-line',
            )}
          />
        )}
        <span className="grid h-4 place-items-center">
          <Dot look={look} />
        </span>
      </span>
      <div
        className={cx(
          'col-start-2 min-w-0 [--beside:28px]',
          timed && 'row-start-2 @[17rem]:col-start-3 @[17rem]:row-start-1',
        )}
      >
        <p
          className={cx('place-name', look.end && look.lit ? 'font-bold' : 'font-medium')}
          style={wordLength(stop.name)}
        >
          {stop.name}
        </p>
        {note && <p className="text-sm">{note}</p>}
        {stop.detail && <p className="text-sm text-muted">{stop.detail}</p>}
        {!last && <Leg leg={props.legs?.[row]} total={props.seatsTotal} />}
      </div>
    </li>
  )
}

function Leg({ leg, total }: { leg: RouteLeg | undefined; total: number | undefined }) {
  if (!leg) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {leg.price !== undefined && <span className="tnum">{pesos(leg.price)} este tramo</span>}
      {leg.seatsLeft !== undefined && (
        <SeatMeter free={leg.seatsLeft} total={total ?? leg.seatsLeft} size="sm" withText />
      )}
    </p>
  )
}
