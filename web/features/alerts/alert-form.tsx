import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ALERT_DAYS_AHEAD_MAX, SEATS_MAX } from '#contract/limits.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { RouteFields } from '#web/domain/places/route-fields.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { addDays, seats, today } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type AlertDraft, type Problems, problemsOf } from './alert-draft.ts'
import { useCreateAlert } from './use-alerts.ts'

type AlertFormProps = {
  initial: AlertDraft
  onCreated: (created: boolean) => void
  onCancel?: () => void
}

/** The form of an alert. Without a session, the person signs in and the form keeps its data. */
export function AlertForm({ initial, onCreated, onCancel }: AlertFormProps) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const { user } = useAuth()
  const online = useOnline()
  const navigate = useNavigate()
  const create = useCreateAlert()
  const problems = tried ? problemsOf(draft, today()) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { from, to, maxPrice, ...terms } = draft
    if (!from || !to || Object.keys(problemsOf(draft, today())).length > 0) return
    const body = { ...terms, from: from.id, to: to.id }
    if (!user) {
      void navigate(paths.login(paths.alerts({ ...body, maxPrice })))
      return
    }
    const price = maxPrice === null ? {} : { maxPrice }
    create.mutate({ ...body, ...price }, { onSuccess: ({ created }) => onCreated(created) })
  }
  return (
    <CardSection title="Nueva alerta">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <AlertFields
          draft={draft}
          problems={problems}
          change={(next) => setDraft((before) => ({ ...before, ...next }))}
        />
        {create.isError && (
          <TakesFocus key={create.submittedAt}>
            <Banner tone="err">{messageOf(create.error)}</Banner>
          </TakesFocus>
        )}
        {!online && (
          <Banner tone="warn">Estás sin conexión. Créala cuando vuelva la red: no se borra.</Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              Descartar
            </Button>
          )}
          <Button type="submit" pending={create.isPending} disabled={!online}>
            {user ? 'Crear alerta' : 'Iniciar sesión y crearla'}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}

type FieldsProps = {
  draft: AlertDraft
  problems: Problems
  change: (next: Partial<AlertDraft>) => void
}

function AlertFields({ draft, problems, change }: FieldsProps) {
  const now = today()
  const last = addDays(now, ALERT_DAYS_AHEAD_MAX)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={draft} onChange={change} problems={problems} />
        <TextField
          label="Primer día"
          type="date"
          min={now}
          max={last}
          value={draft.since}
          onChange={(event) => change({ since: event.target.value })}
          error={problems.since}
        />
        <TextField
          label="Último día"
          type="date"
          min={draft.since || now}
          max={last}
          value={draft.until}
          onChange={(event) => change({ until: event.target.value })}
          error={problems.until}
        />
      </div>
      <NumberStepper
        label="Cupos"
        value={draft.seats}
        onChange={(value) => change({ seats: value })}
        min={1}
        max={SEATS_MAX}
        format={seats}
      />
      <PesoField
        label="Precio máximo por cupo"
        hint="Sin valor, te avisamos de todos."
        optional
        value={draft.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
        error={problems.maxPrice}
      />
    </>
  )
}
