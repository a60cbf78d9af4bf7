import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Region = 'paramo' | 'cafetal' | 'valle' | 'costa' | 'llano'

const hills = (
  <>
    <path className="fill-land-far" d="M0 78 40 44l26 20 34-36 38 38 30-22 32 26v70H0z" />
    <path className="fill-land-mid" d="M0 102c34-22 60-18 92-2s72 10 108-14v54H0z" />
  </>
)

/* Frailejones: a stem and a crown. */
const paramo = (
  <>
    <circle className="fill-maiz" cx="152" cy="26" r="10" />
    {hills}
    <path className="fill-land-near" d="M0 120c48-14 100-14 200-4v24H0z" />
    {[34, 66, 132, 168].map((x, row) => (
      <g key={x} transform={`translate(${x} ${row % 2 ? 100 : 108})`}>
        <path className="stroke-land-near" strokeWidth="5" strokeLinecap="round" d="M0 14V2" />
        <path
          className="stroke-maiz"
          strokeWidth="3"
          strokeLinecap="round"
          d="M0 2-8-4M0 2l8-6M0 2-3-8M0 2l3-10"
        />
      </g>
    ))}
  </>
)

/* Rows of coffee on a slope, and a house. */
const cafetal = (
  <>
    <circle className="fill-maiz" cx="42" cy="28" r="10" />
    {hills}
    <path className="fill-land-near" d="M0 112c60-26 130-24 200-8v36H0z" />
    <g className="stroke-land-mid" strokeWidth="4" strokeLinecap="round" strokeDasharray="1 9">
      <path d="M12 120c50-18 110-18 176-6M6 130c60-16 124-16 190-4" fill="none" />
    </g>
    <g transform="translate(128 76)">
      <path className="fill-surface" d="M4 14h28v20H4z" />
      <path className="fill-arcilla" d="M0 16 18 2l18 14z" />
      <path className="fill-land-near" d="M14 22h8v12h-8z" />
    </g>
  </>
)

/* Cane fields and a river. */
const valle = (
  <>
    <circle className="fill-maiz" cx="100" cy="34" r="12" />
    <path className="fill-land-far" d="M0 74 50 48l40 18 46-26 64 34v66H0z" />
    <path className="fill-land-mid" d="M0 90h200v50H0z" />
    <path
      className="fill-rio"
      d="M86 90c10 12-24 18-6 30 10 7 2 14-8 20h44c6-8 2-14-8-20-16-10 10-18-8-30z"
    />
    <g className="stroke-land-near" strokeWidth="3" strokeLinecap="round">
      <path d="M18 128v-18M28 130v-22M38 128v-16M150 130v-20M162 128v-24M174 130v-18M186 128v-14" />
    </g>
  </>
)

/* A palm and the sea. */
const costa = (
  <>
    <circle className="fill-maiz" cx="60" cy="60" r="18" />
    <path className="fill-rio" d="M0 76h200v64H0z" opacity=".85" />
    <path className="fill-land-far" d="M0 118c52-22 120-18 200-4v26H0z" />
    <g fill="none" strokeLinecap="round">
      <path className="stroke-land-mid" strokeWidth="6" d="M146 122c2-26 2-42 12-62" />
      <path
        className="stroke-land-near"
        strokeWidth="6"
        d="M158 60c-14-12-28-8-34 2M158 60c-6-18-22-22-32-16M158 60c2-18 18-22 28-14M158 60c16-8 28 0 30 12"
      />
    </g>
  </>
)

/* A wide sky, one tree, one cow's worth of grass. */
const llano = (
  <>
    <circle className="fill-maiz" cx="150" cy="70" r="20" />
    <path className="fill-land-far" d="M0 86h200v54H0z" />
    <path className="fill-land-mid" d="M0 104c60-8 140-8 200 0v36H0z" />
    <path className="stroke-land-near" strokeWidth="5" strokeLinecap="round" d="M54 108V76" />
    <path className="fill-land-near" d="M26 76c2-18 16-24 28-24s28 6 30 24z" />
    <path className="fill-land-near" d="M0 128c70-6 140-4 200 2v10H0z" />
  </>
)

const scenes: Record<Region, ReactNode> = { paramo, cafetal, valle, costa, llano }

/** A flat drawing of a region, in the palette. Decoration: the words beside it say everything. */
export function Landscape({ region, className }: { region: Region; className?: string }) {
  return (
    <svg
      viewBox="0 0 200 140"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className={cx('rounded-card', className)}
    >
      <path className="fill-land-sky" d="M0 0h200v140H0z" />
      {scenes[region]}
    </svg>
  )
}
