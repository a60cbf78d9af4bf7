import { Car } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type RoadStop = {
  name: string
  /** Time at the stop, or what happens there. */
  hour: ReactNode
  /** A stop of the person who looks. */
  mine?: boolean
}

type MomentRoadProps = {
  /** Two or three stops, in the order of the road. */
  stops: readonly RoadStop[]
  /** Share of the road that is done, 0 to 1. */
  done: number
  /** Whether the car is drawn where it is. */
  car?: boolean
  /** Whether the road lies on the dark band. */
  onBand?: boolean
}

/** The road line of the brand, lying: flat, 45° up, flat; lengths 122, 28.3 and 134. */
const ROAD = 'M10 40H132L152 20H286'
const START = 10
const WIDTH = 276

/** Height of the road at a distance from the left, in the units of the drawing. */
function heightAt(x: number): number {
  if (x <= 132) return 40
  return x >= 152 ? 20 : 40 - (x - 132)
}

/** A short road with at most three stops and the car on it. */
export function MomentRoad({ stops, done, car = false, onBand = false }: MomentRoadProps) {
  const gap = WIDTH / Math.max(1, stops.length - 1)
  const carX = START + Math.min(1, Math.max(0, done)) * WIDTH
  return (
    <div>
      <svg viewBox="0 0 296 54" aria-hidden="true" className="block w-full max-w-md">
        <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="4">
          <path d={ROAD} className={onBand ? 'stroke-on-band/30' : 'stroke-edge/45'} />
          {done > 0 && (
            <path
              d={ROAD}
              pathLength={100}
              strokeDasharray={`${done * 100} 200`}
              className={onBand ? 'stroke-maiz' : 'stroke-bosque'}
            />
          )}
        </g>
        {stops.map((stop, row) => {
          const x = START + row * gap
          const isPast = x < carX - 6 && done > 0
          return (
            <circle
              key={stop.name}
              cx={x}
              cy={heightAt(x)}
              r={stop.mine ? 7 : 5.5}
              strokeWidth={stop.mine ? 3.5 : 3}
              className={cx(
                onBand ? 'stroke-on-band' : 'stroke-bosque',
                dotFill({ mine: stop.mine, isPast, onBand }),
              )}
            />
          )
        })}
        {car && <CarAt x={carX} onBand={onBand} />}
      </svg>
      <ol className="mt-1 grid max-w-md auto-cols-fr grid-flow-col gap-x-2 text-sm">
        {stops.map((stop, row) => (
          <li
            key={stop.name}
            className={cx(
              'grid min-w-0 content-start',
              row > 0 && (row === stops.length - 1 ? 'text-right' : 'text-center'),
            )}
          >
            <span className={cx('wrap-anywhere', stop.mine ? 'font-bold' : 'font-medium')}>
              {stop.name}
            </span>
            <span className="tnum">{stop.hour}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function CarAt({ x, onBand }: { x: number; onBand: boolean }) {
  return (
    <g transform={`translate(${x} ${heightAt(x)})`}>
      <circle
        r="14"
        strokeWidth="3"
        className={onBand ? 'fill-maiz stroke-band' : 'fill-bosque stroke-surface'}
      />
      <Car
        x="-8.5"
        y="-8.5"
        width="17"
        height="17"
        strokeWidth={2.2}
        className={onBand ? 'text-on-maiz' : 'text-on-bosque'}
      />
    </g>
  )
}

type DotLook = { mine: boolean | undefined; isPast: boolean; onBand: boolean }

function dotFill({ mine, isPast, onBand }: DotLook): string {
  if (mine) return 'fill-maiz'
  if (isPast) return onBand ? 'fill-on-band' : 'fill-bosque'
  return onBand ? 'fill-band' : 'fill-surface'
}
