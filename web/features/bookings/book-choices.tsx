import { HandCoins, Wallet } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PaymentMode } from '#contract/trips.ts'
import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { SegmentFields } from '#web/domain/trips/segment-fields.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { dateTime, pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { BookPlan } from './book-plan.ts'
import type { BookParams } from './book-steps.ts'
import { type EndChoice, lacksPoint, MeetingChoice } from './meeting-choice.tsx'
import { useBalance } from './use-balance.ts'

type ChoiceProps = {
  plan: BookPlan
  onChange: (next: Partial<BookParams>) => void
  onNext: () => void
}

type StepSegmentProps = ChoiceProps & {
  /** From the address: the plan is stale until the trip has loaded for it. */
  from: string
  to: string
}

export function StepSegment({ plan, from, to, onChange, onNext }: StepSegmentProps) {
  const { trip, segment } = plan
  const choose = (nextFrom: string, nextTo: string) =>
    onChange({
      from: nextFrom,
      to: nextTo,
      // Resets the meeting points, because they belong to the old stops.
      ...(nextFrom !== from && { getsOnAt: null }),
      ...(nextTo !== to && { getsOffAt: null }),
    })
  return (
    <>
      <Card className="grid gap-4">
        <p className="text-muted">Pagas solo la parte que viajas.</p>
        <SegmentFields trip={trip} from={from} to={to} onChoose={choose} />
        <p role="status">
          {pesos(segment.price)} por cupo
          {segment.needsApproval && '; este tramo es por solicitud al conductor'}.
        </p>
      </Card>
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}

export function StepSeats({ plan, onChange, onNext }: ChoiceProps) {
  const { trip, segment, seats } = plan
  return (
    <>
      <Card className="grid gap-4">
        <NumberStepper
          label="Cupos"
          hint={`${pesos(segment.price)} cada uno`}
          value={seats}
          min={1}
          max={Math.max(1, segment.seatsLeft)}
          onChange={(next) => onChange({ seats: next })}
        />
        <SeatMeter free={segment.seatsLeft} total={trip.seats} withText />
      </Card>
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}

type StepMeetingProps = ChoiceProps & { choices: { from: EndChoice; to: EndChoice } }

/** Where the passenger gets on, which must be chosen, and where they get off. */
export function StepMeeting({ plan, choices, onChange, onNext }: StepMeetingProps) {
  const [asked, setAsked] = useState(false)
  const getsOn = useRef<HTMLDivElement>(null)
  const lacks = lacksPoint(choices.from)
  const next = () => {
    if (!lacks) return onNext()
    setAsked(true)
    // The button is at the bottom of the screen, and the question may be above it.
    getsOn.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <div ref={getsOn} className="grid gap-4">
        <MeetingChoice
          question="¿Dónde te subes?"
          choice={choices.from}
          onChoose={(getsOnAt) => onChange({ getsOnAt })}
          other="el conductor"
          error={asked && lacks ? 'Elige dónde te subes, o acuérdalo con el conductor.' : null}
        />
      </div>
      <MeetingChoice
        question="¿Dónde te bajas?"
        choice={choices.to}
        onChoose={(getsOffAt) => onChange({ getsOffAt })}
        other="el conductor"
        optional
      />
      <NextBar plan={plan} onNext={next} />
    </>
  )
}

const icons = { billetera: Wallet, directo: HandCoins } as const

/** Wallet or direct payment, where the driver accepts both. */
export function StepPayment({ plan, onChange, onNext }: ChoiceProps) {
  const balance = useBalance()
  const option = (value: PaymentMode) => {
    const Icon = icons[value]
    const inWallet = value === 'billetera' && balance.data !== undefined
    return {
      value,
      ...paymentModeWords[value],
      icon: <Icon aria-hidden="true" className="size-6 shrink-0 text-bosque" />,
      aside: inWallet ? (
        <span className="text-right text-sm text-muted">
          Saldo
          <br />
          <span className="tnum font-semibold text-ink">{pesos(balance.data)}</span>
        </span>
      ) : null,
    }
  }
  return (
    <>
      <RadioCards
        legend="Forma de pago"
        options={plan.trip.paymentModes.map(option)}
        value={plan.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}

/** Total price and button to the next step; without free seats, a link to search another trip. */
function NextBar({ plan, onNext }: { plan: BookPlan; onNext: () => void }) {
  const full = plan.segment.seatsLeft < 1
  return (
    <BottomBar
      action={
        full ? (
          <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
        ) : (
          <Button onClick={onNext}>Continuar</Button>
        )
      }
    >
      <PesoAmount value={plan.total} size="lg" />
      <p className="text-sm text-muted">
        {full ? 'Ya no hay cupos para este tramo.' : `Total por ${seatsText(plan.seats)}`}
      </p>
    </BottomBar>
  )
}

/** The choices so far in two lines, with a link to change the segment. */
export function PlanSummary({ plan, segmentTo }: { plan: BookPlan; segmentTo: string | null }) {
  const { trip, segment, seats } = plan
  const nameOf = (id: string) => trip.corridor.find((stop) => stop.id === id)?.name ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {nameOf(segment.fromStopId)} → {nameOf(segment.toStopId)}
        </p>
        <p className="text-sm text-muted">
          {dateTime(segment.departsAt)} · {seatsText(seats)}
        </p>
      </div>
      {segmentTo && (
        <PlainLink
          to={segmentTo}
          className="-mr-1 inline-flex min-h-11 items-center px-1 font-semibold text-bosque"
        >
          Cambiar tramo
        </PlainLink>
      )}
    </div>
  )
}
