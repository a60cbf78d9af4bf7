import { Ban, CircleCheck, Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateLong, dayAndTime, type When } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { RouteLine } from '../../trips/route-line.tsx'

export type TicketState = 'valid' | 'pending' | 'used' | 'review' | 'cancelled'

type TicketCardProps = {
  state: TicketState
  from: { name: string; at: When; detail?: ReactNode }
  until: { name: string; at: When; detail?: ReactNode }
  /** Text of the QR; shown only while the ticket is valid. */
  qr: string | null
  /** Code of six characters, used when the camera does not work. */
  code: string | null
  /** Where the passenger gets on, above the route. */
  place?: ReactNode
  /** Small facts under the route: passenger, seats, plate. */
  facts: readonly { label: string; value: ReactNode }[]
  /** Time when the ticket was used; absent when nobody registered it. */
  usedAt?: string | null
  /** Shows the code above the route, as on the day of travel. */
  codeFirst?: boolean
  children?: ReactNode
}

const states = {
  valid: { tone: 'ok', word: 'Listo para viajar', Icon: CircleCheck, text: '' },
  pending: {
    tone: 'warn',
    word: 'Pendiente',
    Icon: Clock3,
    text: 'El tiquete aparece aquí cuando tu reserva quede confirmada.',
  },
  used: { tone: 'info', word: 'Usado', Icon: CircleCheck, text: 'Tu subida quedó registrada.' },
  review: {
    tone: 'warn',
    word: 'En revisión',
    Icon: Clock3,
    text: 'Este tiquete no se usa mientras una persona decide.',
  },
  cancelled: { tone: 'err', word: 'Cancelado', Icon: Ban, text: 'Este tiquete ya no sirve.' },
} as const

/** Ticket with a tear-off edge: the route above, QR and code below, or reversed (`codeFirst`). */
export function TicketCard(props: TicketCardProps) {
  const { state, from, until, place, qr, code, facts, usedAt, children } = props
  const { codeFirst = false } = props
  const look = states[state]
  return (
    <section
      aria-label="Tiquete"
      className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface
        shadow-card"
    >
      {codeFirst && <Code {...{ state, qr, code, usedAt }}>{children}</Code>}
      {codeFirst && <TearLine />}
      <div className={cx('p-5', state === 'cancelled' && 'grayscale')}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <p className="font-semibold first-letter:uppercase">{dateLong(from.at)}</p>
          <StatusPill tone={look.tone} icon={look.Icon}>
            {look.word}
          </StatusPill>
        </div>
        {place && <div className="mb-5 border-b border-line pb-5">{place}</div>}
        <RouteLine stops={[from, until]} />
        <dl
          className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4
            gap-y-3"
        >
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt className="text-sm text-muted">{fact.label}</dt>
              <dd className="font-semibold break-words">{fact.value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {!codeFirst && <TearLine />}
      {!codeFirst && <Code {...{ state, qr, code, usedAt }}>{children}</Code>}
    </section>
  )
}

type CodeProps = Pick<TicketCardProps, 'state' | 'qr' | 'code' | 'usedAt' | 'children'>

function Code({ state, qr, code, usedAt, children }: CodeProps) {
  const used = state === 'used' && usedAt ? `Subiste ${dayAndTime(usedAt)}` : states[state].text
  return (
    <div className="@container grid justify-items-center gap-3 p-5 text-center">
      {state === 'valid' && qr && code ? (
        <Stub qr={qr} code={code} />
      ) : (
        <p className="py-6 text-muted">{used}</p>
      )}
      {children}
    </div>
  )
}

function TearLine() {
  const notch = 'absolute top-1/2 size-7 -translate-y-1/2 rounded-full border border-line bg-paper'
  return (
    <div aria-hidden="true" className="relative h-7">
      <span className={cx(notch, '-left-3.5')} />
      <span className={cx(notch, '-right-3.5')} />
      <span className="absolute inset-x-6 top-1/2 border-t-2 border-dashed border-edge" />
    </div>
  )
}

function Stub({ qr, code }: { qr: string; code: string }) {
  return (
    <>
      <QrCode
        text={qr}
        label="Código QR de tu tiquete"
        className="w-full max-w-72 overflow-hidden rounded-control"
      />
      <p className="text-sm text-muted">Muéstralo al subir. Si no lee, dicta este código:</p>
      {/* Six wide letters with their gaps are 4.9 em: large text is bound by the width. */}
      <p
        translate="no"
        className="tnum font-display text-[min(3rem,19cqi)] leading-tight font-extrabold
          tracking-widest select-all"
      >
        {code}
      </p>
    </>
  )
}
