import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/* Flat drawings of 480 × 320. They are decoration: the text beside them says everything. */

type SceneProps = { className?: string | undefined }

function Scene({ className, children }: SceneProps & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 320" aria-hidden="true" className={cx('w-full rounded-card', className)}>
      {children}
    </svg>
  )
}

const hills = (
  <>
    <path className="fill-land-sky" d="M0 0h480v320H0z" />
    <path
      className="fill-land-far"
      d="M0 176 70 96l44 38 66-64 58 58 52-46 66 66 50-34 74 62v144H0z"
    />
    <path className="fill-land-mid" d="M0 214c80-36 160-26 246-2s150 14 234-22v130H0z" />
  </>
)

const road = (
  <>
    <path className="fill-land-near" d="M0 262h480v58H0z" />
    <path className="stroke-maiz" strokeWidth="4" strokeLinecap="round" d="M-20 293h520" />
  </>
)

function Wheel({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="24" className="fill-on-maiz" />
      <circle r="10" className="fill-line" />
    </g>
  )
}

/** Drawing of a car with three people and a free seat. */
export function SharedCar() {
  return (
    <Scene>
      {hills}
      <circle className="fill-maiz" cx="386" cy="64" r="24" />
      {road}
      <path
        className="fill-bosque"
        d="M70 262v-36q0-18 18-22l44-10 46-56q10-12 26-12h108q17 0 29 13l45 55 34 9q18 5 18 23v36q0
          6-6 6H76q-6 0-6-6z"
      />
      <path className="fill-paper" d="M162 190l36-44q5-6 13-6h42v50z" />
      <path className="fill-paper" d="M267 140h41q10 0 16 7l36 43h-93z" />
      <g className="fill-bosque">
        <path d="M186 190a17 17 0 0 1 34 0zM282 190a17 17 0 0 1 34 0z" />
        <circle cx="203" cy="162" r="11" className="fill-arcilla" />
        <circle cx="299" cy="162" r="11" className="fill-rio" />
      </g>
      <path
        className="stroke-maiz"
        fill="none"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M236 158c-7 5-9 11-8 18l1 9h12"
      />
      <circle cx="422" cy="226" r="7" className="fill-maiz" />
      <path className="fill-bosque-deep" d="M258 190h4v72h-4z" />
      <Wheel x={142} y={266} />
      <Wheel x={344} y={266} />
    </Scene>
  )
}

const routeStops = [
  { x: 60, y: 252 },
  { x: 176, y: 196 },
  { x: 288, y: 140 },
  { x: 420, y: 72 },
]

/** Drawing of a road line through four stops, and of the detour that it avoids. */
export function RouteMap() {
  return (
    <Scene>
      <path className="fill-bosque-soft" d="M0 0h480v320H0z" />
      <path className="fill-maiz-soft" d="M0 0h190l60 60-70 90H0zM300 320l40-70 140-40v110z" />
      <path
        className="stroke-rio"
        opacity=".5"
        fill="none"
        strokeWidth="10"
        strokeLinecap="round"
        d="M336-10c-20 50 30 70 6 118s-90 60-86 118 40 60 20 110"
      />
      <path
        className="stroke-muted"
        fill="none"
        strokeWidth="4"
        strokeDasharray="2 12"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M60 252h150l70 28h60l80-80V72"
      />
      <path
        className="stroke-bosque"
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M60 252h60l56-56h56l56-56h64l68-68"
      />
      {routeStops.map(({ x, y }, row) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r="14"
          strokeWidth="6"
          className={cx('stroke-bosque', row === 3 ? 'fill-maiz' : 'fill-surface')}
        />
      ))}
      <g className="fill-arcilla">
        <circle cx="176" cy="150" r="13" />
        <circle cx="288" cy="94" r="13" />
        <path d="M165 158h22l-11 20zM277 102h22l-11 20z" />
      </g>
      <g className="fill-surface">
        <circle cx="176" cy="150" r="5" />
        <circle cx="288" cy="94" r="5" />
      </g>
    </Scene>
  )
}

/* Dots that look like a QR code but encode nothing. */
const dots = ['1101011', '1001001', '0110110', '1011101', '0100110', '1110011', '1001011'].flatMap(
  (line, y) => [...line].flatMap((dot, x) => (dot === '1' ? [{ x, y }] : [])),
)

/** Drawing of a phone with a ticket. */
export function PhoneTicket() {
  return (
    <Scene>
      {hills}
      {road}
      <circle className="fill-maiz" cx="92" cy="70" r="24" />
      <rect x="166" y="26" width="148" height="270" rx="22" className="fill-on-maiz" />
      <rect x="175" y="36" width="130" height="250" rx="14" className="fill-paper" />
      <path className="fill-bosque" d="M175 50q0-14 14-14h102q14 0 14 14v22H175z" />
      <path className="stroke-maiz" strokeWidth="5" strokeLinecap="round" d="M194 55h92" />
      <circle cx="194" cy="55" r="6" className="fill-surface" />
      <circle cx="286" cy="55" r="6" className="fill-maiz" />
      <rect x="191" y="88" width="98" height="98" rx="10" className="fill-surface" />
      <g className="fill-ink">
        {dots.map(({ x, y }) => (
          <rect key={`${x}-${y}`} x={199 + x * 12} y={96 + y * 12} width="10" height="10" rx="2" />
        ))}
      </g>
      <g className="stroke-muted" strokeWidth="6" strokeLinecap="round">
        <path d="M194 208h60M194 226h84" />
      </g>
      <rect x="191" y="246" width="98" height="26" rx="9" className="fill-maiz" />
    </Scene>
  )
}

/** Drawing of a shield over the road. */
export function ShieldRoad() {
  return (
    <Scene>
      {hills}
      <circle className="fill-maiz" cx="96" cy="66" r="22" />
      {road}
      <path
        className="fill-bosque stroke-paper"
        strokeWidth="8"
        strokeLinejoin="round"
        d="M240 42c34 26 66 34 96 36 4 88-22 148-96 190-74-42-100-102-96-190 30-2 62-10 96-36z"
      />
      <path
        className="stroke-maiz"
        fill="none"
        strokeWidth="16"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m196 152 34 34 58-62"
      />
    </Scene>
  )
}

/** Drawing of several cars with one person each, and of one car with all of them. */
export function FewerCars({ className }: SceneProps) {
  const lanes = [8, 96, 184]
  return (
    <Scene className={className}>
      {hills}
      <circle className="fill-maiz" cx="404" cy="60" r="22" />
      <path className="fill-land-near" d="M0 240h480v80H0z" />
      <path className="stroke-maiz" strokeWidth="4" strokeLinecap="round" d="M-20 292h520" />
      {lanes.map((x) => (
        <g key={x} transform={`translate(${x} 202)`}>
          <path className="fill-muted" d="M0 34V22q0-4 5-5l9-3L28 0h26l14 14 9 3q5 1 5 5v12z" />
          <path className="fill-land-sky" d="M21 14 31 4h9v10zM44 14V4h8l10 10z" />
          <circle cx="19" cy="35" r="9" className="fill-on-maiz" />
          <circle cx="63" cy="35" r="9" className="fill-on-maiz" />
        </g>
      ))}
      <g transform="translate(294 154)">
        <path className="fill-bosque" d="M0 84V54q0-8 9-10l24-6 26-32h66l28 32 21 6q8 2 8 10v30z" />
        <path className="fill-paper" d="M44 38 66 12h22v26zM96 12h24l22 26H96z" />
        <circle cx="72" cy="26" r="7" className="fill-arcilla" />
        <circle cx="108" cy="26" r="7" className="fill-rio" />
        <circle cx="126" cy="31" r="6" className="fill-maiz" />
        <circle cx="42" cy="86" r="17" className="fill-on-maiz" />
        <circle cx="142" cy="86" r="17" className="fill-on-maiz" />
      </g>
      <path
        className="fill-ok"
        d="M236 96c36-8 56-34 54-66-34 2-62 20-62 52 0 8 4 12 8 14zm-12 30c6-26 20-50 42-70-14
          24-22 46-28 72z"
      />
    </Scene>
  )
}

/** Drawing of two speech bubbles over hills. */
export function TwoVoices({ className }: SceneProps) {
  return (
    <Scene className={className}>
      {hills}
      <circle className="fill-maiz" cx="60" cy="60" r="22" />
      {road}
      <path
        className="fill-bosque"
        d="M118 66h150q20 0 20 20v62q0 20-20 20h-96l-38 30v-30h-16q-20 0-20-20V86q0-20 20-20z"
      />
      <g className="stroke-paper" strokeWidth="9" strokeLinecap="round">
        <path d="M130 102h124M130 132h84" />
      </g>
      <path
        className="fill-maiz"
        d="M250 140h118q18 0 18 18v46q0 18-18 18h-12v28l-34-28h-72q-18 0-18-18v-46q0-18 18-18z"
      />
      <g className="fill-on-maiz">
        <circle cx="276" cy="181" r="9" />
        <circle cx="309" cy="181" r="9" />
        <circle cx="342" cy="181" r="9" />
      </g>
    </Scene>
  )
}
