import { quietPart } from '#web/lib/lazy-part.ts'
import { cx } from './cx.ts'
import type { Region } from './landscape-scene.tsx'

// Lazy: decoration must not delay a screen.
const LandscapeScene = quietPart(() => import('./landscape-scene.tsx'), 'LandscapeScene')

/** A flat drawing of a region. It is decoration, so it is hidden from screen readers. */
export function Landscape({ region, className }: { region: Region; className?: string }) {
  return (
    <svg
      viewBox="0 0 400 140"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className={cx('rounded-card', className)}
    >
      <path className="fill-land-sky" d="M0 0h400v140H0z" />
      <LandscapeScene region={region} />
    </svg>
  )
}
