import { cx } from '../cx.ts'
import {
  drawMap,
  FONT_SIZE,
  type MapDrawing,
  type MapPlace,
  roadPath,
} from './route-drawing-rules.ts'

type RouteDrawingProps = {
  places: readonly MapPlace[]
  /** The travelled part, by index of place. */
  part: { from: number; to: number }
  /** Where a car or a person was, beside the road. */
  marks?: readonly MapPlace[]
  /** Height of the drawing. */
  className?: string
}

/** Drawing of a route by latitude and longitude; the travelled part stands out. */
export function RouteDrawing(props: RouteDrawingProps) {
  const { places, part, marks = [], className = 'max-h-80' } = props
  const { dots: all, ...drawing } = drawMap(places, marks)
  const dots = all.slice(0, places.length)
  const ends = [places[part.from]?.id, places[part.to]?.id]
  const names = [...places, ...marks].filter((place) => place.named).map((place) => place.name)
  return (
    <div className="relative overflow-hidden rounded-card bg-land-sky">
      <Ridges />
      <svg
        role="img"
        aria-label={`Dibujo del recorrido: ${names.join(', ')}`}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        className={cx('relative w-full', className)}
      >
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path d={roadPath(dots)} strokeWidth="9" className="stroke-surface" />
          <path d={roadPath(dots)} strokeWidth="4" className="stroke-edge" />
          <path
            d={roadPath(dots.slice(part.from, part.to + 1))}
            strokeWidth="5"
            className="stroke-bosque"
          />
        </g>
        <Dots dots={dots} start={part.from} end={part.to} />
        {all.slice(places.length).map(({ id, x, y }) => (
          <circle
            key={id}
            cx={x}
            cy={y}
            r="8"
            strokeWidth="4"
            className="fill-alarm stroke-on-alarm"
          />
        ))}
        <g
          fontSize={FONT_SIZE}
          strokeWidth="4"
          strokeLinejoin="round"
          paintOrder="stroke"
          className="fill-ink stroke-land-sky"
        >
          {drawing.labels.map((label) => (
            <text
              key={label.id}
              x={label.x}
              y={label.y}
              dominantBaseline="central"
              textAnchor={label.anchor}
              fontWeight={ends.includes(label.id) ? 700 : 500}
            >
              {label.name}
            </text>
          ))}
        </g>
      </svg>
    </div>
  )
}

function Dots({ dots, start, end }: { dots: MapDrawing['dots']; start: number; end: number }) {
  return (
    <g>
      {dots.map((dot, row) => {
        const isEnd = row === start || row === end
        const inPart = row >= start && row <= end
        if (!dot.named) {
          return <circle key={dot.id} cx={dot.x} cy={dot.y} r="2" className="fill-surface" />
        }
        return (
          <circle
            key={dot.id}
            cx={dot.x}
            cy={dot.y}
            r={isEnd ? 7 : 5}
            strokeWidth={isEnd ? 4 : 3}
            className={cx(
              inPart ? 'stroke-bosque' : 'stroke-edge',
              isEnd ? 'fill-maiz' : 'fill-surface',
            )}
          />
        )
      })}
    </g>
  )
}

/** Two mountain ranges behind the road, as wide as the frame. */
function Ridges() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 200"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <path
        className="fill-land-far"
        opacity=".55"
        d="M0 124l46-34 40 26 52-46 44 42 36-24 52 44 40-30 50 40V200H0z"
      />
      <path
        className="fill-land-mid"
        opacity=".28"
        d="M0 160c70-30 130-18 190-4s110 10 170-20V200H0z"
      />
    </svg>
  )
}
