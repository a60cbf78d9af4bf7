import { type FormEvent, useState } from 'react'
import { SEATS_MAX, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { RouteFields } from '#web/domain/places/route-fields.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { addDays, pesos, seats as seatsText, today } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  hoursHint,
  type Problems,
  problemsOf,
  type RideRequestDraft,
  windowOf,
} from './ride-request-draft.ts'
import { usePostRideRequest, usePriceRange } from './use-ride-requests.ts'

type FormProps = { initial: RideRequestDraft; onPosted: () => void; onCancel: () => void }

/** Form of a ride request, with the allowed price of a seat on its route. */
export function RideRequestForm({ initial, onPosted, onCancel }: FormProps) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const online = useOnline()
  const { range, error } = usePriceRange(draft)
  const post = usePostRideRequest()
  const problems = tried ? problemsOf(draft, range, new Date()) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { from, to, seats, maxPrice } = draft
    const wrong = Object.keys(problemsOf(draft, range, new Date())).length > 0
    if (wrong || !from || !to || maxPrice === null) return
    const body = { from: from.id, to: to.id, ...windowOf(draft), seats, maxPrice }
    post.mutate(body, { onSuccess: onPosted })
  }
  return (
    <CardSection title="¿Qué viaje buscas?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Fields
          {...{ draft, problems }}
          change={(next) => setDraft((before) => ({ ...before, ...next }))}
          {...(range ? { recommended: range.recommended } : {})}
        />
        {error && <Banner tone="warn">{messageOf(error)}</Banner>}
        {post.isError && (
          <TakesFocus key={post.submittedAt}>
            <Banner tone="err">{messageOf(post.error)}</Banner>
          </TakesFocus>
        )}
        {!online && (
          <Banner tone="warn">Estás sin conexión. Publícala cuando vuelva la red.</Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onCancel}>
            Descartar
          </Button>
          <Button type="submit" pending={post.isPending} disabled={!online}>
            Publicar que busco cupo
          </Button>
        </div>
      </form>
    </CardSection>
  )
}

type FieldsProps = {
  draft: RideRequestDraft
  problems: Problems
  recommended?: number
  change: (next: Partial<RideRequestDraft>) => void
}

function Fields({ draft, problems, recommended, change }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={draft} onChange={change} problems={problems} />
      </div>
      <Hours {...{ draft, problems, change }} />
      <NumberStepper
        label="Cupos"
        value={draft.seats}
        onChange={(seats) => change({ seats })}
        min={1}
        max={SEATS_MAX}
        format={seatsText}
      />
      <PesoField
        label="Lo máximo que pagas por cupo"
        hint={
          recommended
            ? `Lo recomendado por este camino es ${pesos(recommended)}.`
            : 'Pagas el precio del viaje que reserves, que puede ser menor.'
        }
        value={draft.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
        error={problems.maxPrice}
        {...(recommended ? { quick: [recommended] } : {})}
      />
    </>
  )
}

function Hours({ draft, problems, change }: Omit<FieldsProps, 'recommended'>) {
  const now = today()
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Día"
        type="date"
        min={now}
        max={addDays(now, TRIP_DAYS_AHEAD_MAX)}
        value={draft.date}
        onChange={(event) => change({ date: event.target.value })}
        error={problems.date}
      />
      <TextField
        label="Salir desde"
        type="time"
        value={draft.since}
        onChange={(event) => change({ since: event.target.value })}
        error={problems.since}
      />
      <TextField
        label="Salir hasta"
        type="time"
        value={draft.until}
        onChange={(event) => change({ until: event.target.value })}
        hint={hoursHint(draft)}
        error={problems.until}
      />
    </div>
  )
}
