import { HandCoins, Wallet } from 'lucide-react'
import { useState } from 'react'
import type { PaymentMode } from '#contract/trips.ts'
import { dateTime, pesos, seats as seatsText } from '#web/lib/format.ts'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { Card } from '#web/ui/card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { BookPlan } from './book-plan.ts'
import type { BookParams } from './book-steps.ts'
import { type EndChoice, lacksPoint, MeetingChoice } from './meeting-choice.tsx'

export type MeetingChoices = { from: EndChoice; to: EndChoice }

type ChoicesProps = {
  plan: BookPlan
  choices: MeetingChoices
  /** Pesos in the wallet; undefined until they are known. */
  balance: number | undefined
  /** Whether the person tried to confirm. Only then a missing choice is an error. */
  tried: boolean
  onChange: (next: Partial<BookParams>) => void
}

/** All choices of a booking: seats, meeting points, and payment where the driver accepts both. */
export function BookChoices({ plan, choices, balance, tried, onChange }: ChoicesProps) {
  const { trip, segment } = plan
  if (segment.seatsLeft < 1) return null
  const missing = tried && lacksPoint(choices.from)
  return (
    <>
      {segment.seatsLeft > 1 && <Seats plan={plan} onChange={onChange} />}
      <div id={CHOICE_IDS.points} className="grid gap-6">
        <MeetingChoice
          question="¿Dónde te subes?"
          choice={choices.from}
          onChoose={(getsOnAt) => onChange({ getsOnAt })}
          other="el conductor"
          error={missing ? 'Elige dónde te subes, o acuérdalo con el conductor.' : null}
        />
        <GetsOff choice={choices.to} onChoose={(getsOffAt) => onChange({ getsOffAt })} />
      </div>
      {trip.paymentModes.length > 1 && (
        <div id={CHOICE_IDS.payment}>
          <PaymentChoice plan={plan} balance={balance} onChange={onChange} />
        </div>
      )}
    </>
  )
}

const CHOICE_IDS = { points: 'punto', payment: 'pago' } as const

/** Moves the focus to a choice: the button that needs it is at the bottom of the screen. */
export function focusChoice(choice: keyof typeof CHOICE_IDS): void {
  const part = document.getElementById(CHOICE_IDS[choice])
  part?.querySelector<HTMLElement>('input, summary')?.focus()
}

type PartProps = Pick<ChoicesProps, 'plan' | 'onChange'>

function Seats({ plan, onChange }: PartProps) {
  const { trip, segment, seats, total } = plan
  return (
    <Card className="grid gap-4">
      <NumberStepper
        label="Cupos"
        hint={`${pesos(total / seats)} cada uno`}
        value={seats}
        min={1}
        max={segment.seatsLeft}
        onChange={(next) => onChange({ seats: next })}
      />
      <SeatMeter free={segment.seatsLeft} total={trip.seats} withText />
    </Card>
  )
}

/** Where the passenger gets off. Optional, so the list of points opens with a press. */
function GetsOff({ choice, onChoose }: { choice: EndChoice; onChoose: (picked: string) => void }) {
  const [open, setOpen] = useState(choice.picked !== null)
  if (choice.ofDriver) return null
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-control border border-line bg-surface px-3.5"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-bosque">
        Elegir dónde te bajas <span className="font-normal text-muted">(opcional)</span>
      </summary>
      <div className="grid gap-4 pt-2 pb-3.5">
        <MeetingChoice
          question="¿Dónde te bajas?"
          choice={choice}
          onChoose={onChoose}
          other="el conductor"
          optional
        />
      </div>
    </details>
  )
}

const icons = { billetera: Wallet, directo: HandCoins } as const

function PaymentChoice({ plan, balance, onChange }: PartProps & Pick<ChoicesProps, 'balance'>) {
  const option = (value: PaymentMode) => {
    const Icon = icons[value]
    const inWallet = value === 'billetera' && balance !== undefined
    return {
      value,
      ...paymentModeWords[value],
      icon: <Icon className="size-6 shrink-0 text-bosque" />,
      aside: inWallet ? (
        <span className="text-right text-sm text-muted">
          Saldo
          <br />
          <span className="tnum font-semibold text-ink">{pesos(balance)}</span>
        </span>
      ) : null,
    }
  }
  return (
    <RadioCards
      legend="¿Cómo quieres pagar?"
      options={plan.trip.paymentModes.map(option)}
      value={plan.mode}
      onChange={(mode) => onChange({ mode })}
    />
  )
}

/** The choices so far in two lines, with a link to change the segment. */
export function PlanSummary({ plan, segmentTo }: { plan: BookPlan; segmentTo: string | null }) {
  const { trip, segment, seats, change } = plan
  const to = change?.segment.toStopId ?? segment.toStopId
  const corridor = [...trip.corridor, ...(change?.trip.corridor ?? [])]
  const nameOf = (id: string) => corridor.find((stop) => stop.id === id)?.name ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {nameOf(segment.fromStopId)} → {nameOf(to)}
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
