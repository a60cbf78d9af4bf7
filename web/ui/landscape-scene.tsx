import type { ReactNode } from 'react'

/**
 * Each drawing has one meaning on the screens of the app; content pages show the regions
 * themselves. `paramo`: something is missing or went wrong. `llano`: nothing is here yet.
 * `cafetal`: a first step. `valle`: something is under way. `costa`: something is done.
 */
export type Region = 'paramo' | 'cafetal' | 'valle' | 'costa' | 'llano'

/* Every scene is 400 × 140 units. Its main part is in the middle, so that a banner and a small
   picture both show it. */
const ranges = (
  <>
    <path
      className="fill-land-far"
      d="M0 84 52 46l34 24 48-42 42 40 38-44 46 46 40-30 52 40 48-36v96H0z"
    />
    <path className="fill-land-mid" d="M0 98c60-26 118-20 180-2s130 14 220-18v62H0z" />
  </>
)

const frailejones = [
  { x: 128, y: 110 },
  { x: 164, y: 102 },
  { x: 232, y: 108 },
  { x: 272, y: 100 },
]

const paramo = (
  <>
    <circle className="fill-maiz" cx="254" cy="34" r="11" />
    {ranges}
    <path className="fill-land-near" d="M0 124c96-14 210-16 400-6v22H0z" />
    {frailejones.map(({ x, y }) => (
      <g key={x} transform={`translate(${x} ${y})`} strokeLinecap="round">
        <path className="stroke-land-near" strokeWidth="5" d="M0 16V2" />
        <path className="stroke-maiz" strokeWidth="3" d="M0 2-8-4M0 2l8-6M0 2-3-8M0 2l3-10" />
      </g>
    ))}
  </>
)

const cafetal = (
  <>
    <circle className="fill-maiz" cx="142" cy="36" r="11" />
    {ranges}
    <path className="fill-land-near" d="M0 122c120-28 260-26 400-8v26H0z" />
    <g className="stroke-land-mid" strokeWidth="4" strokeLinecap="round" strokeDasharray="1 9">
      <path d="M20 126c110-20 240-20 360-4M10 136c120-16 250-16 380-2" fill="none" />
    </g>
    <g transform="translate(216 74)">
      <path className="fill-surface" d="M5 14h28v20H5z" />
      <path className="fill-arcilla" d="M0 16 19 2l19 14z" />
      <path className="fill-land-near" d="M15 22h8v12h-8z" />
    </g>
  </>
)

const valle = (
  <>
    <circle className="fill-maiz" cx="200" cy="44" r="13" />
    <path className="fill-land-far" d="M0 80 66 50l54 20 50-26 60 30 66-30 104 32v64H0z" />
    <path className="fill-land-mid" d="M0 92h400v48H0z" />
    <path
      className="fill-rio"
      d="M192 92c12 10-28 16-8 28 12 7 2 14-10 20h52c8-8 2-14-8-20-18-10 10-18-8-28z"
    />
    <g className="stroke-land-near" strokeWidth="3" strokeLinecap="round">
      <path d="M96 132v-16M108 134v-22M120 132v-18M132 134v-14M268 132v-20M280 134v-24" />
      <path d="M292 132v-18M304 134v-14M40 134v-16M52 132v-20M348 132v-18M360 134v-22" />
    </g>
  </>
)

const costa = (
  <>
    <circle className="fill-maiz" cx="160" cy="74" r="18" />
    <path className="fill-rio" d="M0 80h400v60H0z" opacity=".85" />
    <path className="fill-land-far" d="M0 126c110-20 240-18 400-8v22H0z" />
    <g fill="none" strokeLinecap="round">
      <path className="stroke-land-mid" strokeWidth="6" d="M246 124c2-24 2-38 12-56" />
      <g className="stroke-land-near" strokeWidth="6">
        <path d="M258 66c-14-12-28-8-34 2M258 66c-6-18-22-22-32-16" />
        <path d="M258 66c2-18 18-22 28-14M258 66c16-8 28 0 30 12" />
      </g>
    </g>
  </>
)

const llano = (
  <>
    <circle className="fill-maiz" cx="252" cy="78" r="20" />
    <path className="fill-land-far" d="M0 90h400v50H0z" />
    <path className="fill-land-mid" d="M0 108c120-8 280-8 400 0v32H0z" />
    <path className="stroke-land-near" strokeWidth="5" strokeLinecap="round" d="M158 112V82" />
    <path className="fill-land-near" d="M130 84c2-18 16-24 28-24s28 6 30 24z" />
    <path className="fill-land-near" d="M0 130c140-6 280-4 400 2v8H0z" />
  </>
)

const scenes: Record<Region, ReactNode> = { paramo, cafetal, valle, costa, llano }

/** Scenery in front of the sky of a `Landscape`. */
export function LandscapeScene({ region }: { region: Region }) {
  return scenes[region]
}
