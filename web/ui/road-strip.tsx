type RoadStripProps = {
  /** Stops with their part of the road, 0 to 1. */
  stops: readonly { name: string; share: number; passed: boolean }[]
  /** Part of the road that the car has behind it, 0 to 1. */
  car: number
}

const at = (share: number) => 9 + share * 122

/** A road in one line of a table, with its stops and the car; in the colour of the text. */
export function RoadStrip({ stops, car }: RoadStripProps) {
  return (
    <>
      <span className="sr-only">{`Lleva ${Math.round(car * 100)} % de la vía.`}</span>
      <svg viewBox="0 0 140 18" aria-hidden="true" className="w-35 max-w-full" strokeWidth="2.5">
        <path d={`M9 9H${at(1)}`} className="stroke-edge/45" />
        <path d={`M9 9H${at(car)}`} stroke="currentColor" />
        {stops.map(({ name, share, passed }) => (
          <circle
            key={name}
            cx={at(share)}
            cy="9"
            r="4"
            className={passed ? 'fill-current stroke-current' : 'fill-surface stroke-edge'}
          />
        ))}
        <circle cx={at(car)} cy="9" r="6" className="fill-maiz stroke-ink" />
      </svg>
    </>
  )
}
