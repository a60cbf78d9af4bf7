import { cx } from '#web/ui/cx.ts'

const stops = [
  { x: 150, y: 352 },
  { x: 520, y: 292 },
  { x: 980, y: 352 },
]

/** Decoration: three mountain ranges and the road line that crosses them. */
export function HeroLandscape({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 440"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={cx('pointer-events-none', className)}
    >
      <circle cx="1120" cy="120" r="56" className="fill-maiz" />
      <path
        className="fill-land-far"
        d="M0 250 130 150l90 70 150-150 130 130 90-60 170 150 140-170 120 110 100-80 160 120
          160-100v320H0z"
      />
      <path
        className="fill-land-mid"
        d="M0 330c120-80 230-70 360-20s210 30 330-30 250-60 380 0 240 50 370-20v180H0z"
      />
      <path className="fill-land-near" d="M0 390c180-60 380-50 600-10s420 20 840-30v90H0z" />
      <path
        className="stroke-paper"
        fill="none"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M-20 352H300l60-60h320l60 60h420l70-70h300"
      />
      <path
        className="stroke-maiz"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M-20 352H300l60-60h320l60 60h420l70-70h300"
      />
      {stops.map((stop) => (
        <circle
          key={stop.x}
          cx={stop.x}
          cy={stop.y}
          r="11"
          strokeWidth="5"
          className="fill-surface stroke-bosque"
        />
      ))}
    </svg>
  )
}
