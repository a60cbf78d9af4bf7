const tones = {
  err: 'fill-err stroke-err',
  warn: 'fill-warn stroke-warn',
  ok: 'fill-bosque stroke-bosque',
} as const

type RoadStripProps = {
  /** Stops with their part of the road, 0 to 1. */
  stops: readonly { name: string; share: number; passed: boolean }[]
  /** Part of the road that the car has behind it, 0 to 1. */
  car: number
  tone: keyof typeof tones
}

const START = 9
const WIDTH = 122
const at = (share: number) => START + Math.min(1, Math.max(0, share)) * WIDTH

/** A road in one line of a table, with its stops and the car where it is. */
export function RoadStrip({ stops, car, tone }: RoadStripProps) {
  return (
    <span className="block">
      <span className="sr-only">{`Lleva ${Math.round(car * 100)} % de la vía.`}</span>
      <svg viewBox="0 0 140 18" aria-hidden="true" className="block h-4.5 w-35 max-w-full">
        <path d={`M${START} 9H${at(1)}`} strokeWidth="3" className="stroke-edge/45" />
        <path d={`M${START} 9H${at(car)}`} strokeWidth="3" className={tones[tone]} />
        {stops.map(({ name, share, passed }) => (
          <circle
            key={name}
            cx={at(share)}
            cy="9"
            r="4"
            strokeWidth="2"
            className={passed ? tones[tone] : 'fill-surface stroke-edge'}
          />
        ))}
        <circle cx={at(car)} cy="9" r="6" strokeWidth="2.5" className="fill-maiz stroke-ink" />
      </svg>
    </span>
  )
}
