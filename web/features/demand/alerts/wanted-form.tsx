import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ALERT_DAYS_AHEAD_MAX, SEATS_MAX } from '#contract/limits.ts'
import { RouteFields } from '#web/features/demand/route-fields.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { serverDate } from '#web/lib/clock.ts'
import { addDays, pesos, seats, today } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Form } from '#web/ui/form.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ListWishes, Refusal } from './list-wishes.tsx'
import { useSaveWanted } from './use-alerts.ts'
import { usePriceRange } from './use-ride-requests.ts'
import {
  buying,
  hoursHint,
  listOf,
  type PriceRange,
  type Problems,
  pathOf,
  problemsOf,
  type WantedDraft,
  windowOf,
} from './wanted-draft.ts'

/** What was saved: a list, a new alert, one that was there, or a search that drivers see. */
export type Saved = 'listed' | 'created' | 'there' | 'shown'

type WantedFormProps = {
  initial: WantedDraft
  onSaved: (saved: Saved) => void
  onCancel?: () => void
}

/**
 * The form of a wanted trip: who tells the person, and whether drivers see it. Without a session,
 * the person signs in and the form keeps its data.
 */
export function WantedForm({ initial, onSaved, onCancel }: WantedFormProps) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const { user } = useAuth()
  const online = useOnline()
  const navigate = useNavigate()
  const save = useSaveWanted()
  const { range, error } = usePriceRange(draft)
  const check = () => problemsOf(draft, { now: serverDate(), today: today(), range })
  const submit = () => {
    setTried(true)
    if (Object.keys(check()).length > 0) return
    const body = bodyOf(draft)
    if (!body) return
    if (!user) {
      void navigate(paths.login(pathOf(draft)))
      return
    }
    save.mutate(body, { onSuccess: ({ created }) => onSaved(savedAs(draft, created)) })
  }
  return (
    <CardSection title="¿Qué viaje buscas?">
      <Form onSend={submit} className="grid gap-5">
        <Fields
          {...{ draft, range, signedIn: Boolean(user) }}
          problems={tried ? check() : {}}
          change={(next) => setDraft((before) => ({ ...before, ...next }))}
        />
        {error && <Banner tone="warn">{messageOf(error)}</Banner>}
        {save.isError && (
          <TakesFocus key={save.submittedAt}>
            <Refusal error={save.error} back={pathOf(draft)} />
          </TakesFocus>
        )}
        {!online && (
          <Banner tone="warn">
            Estás sin conexión. Guárdala cuando vuelva la red: no se borra.
          </Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              Descartar
            </Button>
          )}
          <Button type="submit" pending={save.isPending} disabled={!online}>
            {user ? (draft.buys ? 'Activar' : 'Guardar búsqueda') : 'Iniciar sesión y guardarla'}
          </Button>
        </div>
      </Form>
    </CardSection>
  )
}

function savedAs({ buys, shown }: WantedDraft, created: boolean): Saved {
  if (buys) return 'listed'
  return shown ? 'shown' : created ? 'created' : 'there'
}

/** The calls of a complete draft; null while a place is missing. */
function bodyOf(draft: WantedDraft) {
  const { from, to, since, until, seats: wanted } = draft
  if (!from || !to) return null
  const route = { from: from.id, to: to.id, seats: wanted }
  const maxPrice = draft.maxPrice ?? undefined
  return {
    alert: {
      ...{ ...route, since, until, ...(maxPrice && { maxPrice }) },
      ...(draft.buys && { list: listOf(draft) }),
    },
    request: draft.shown && maxPrice ? { ...route, ...windowOf(draft), maxPrice } : null,
  }
}

type FieldsProps = {
  draft: WantedDraft
  range: PriceRange | undefined
  signedIn: boolean
  problems: Problems
  change: (next: Partial<WantedDraft>) => void
}

function Fields({ draft, range, problems, change, signedIn }: FieldsProps) {
  const usual = range?.recommended
  const pays = draft.shown || draft.buys
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={draft} onChange={change} problems={problems} />
        <Days {...{ draft, problems, change }} />
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
        hint={`${usual ? `Lo usual por este camino es ${pesos(usual)}. ` : ''}${
          pays
            ? 'Pagas el precio del viaje que reserves, que puede ser menor.'
            : 'Sin valor, te avisamos de todos.'
        }`}
        optional={!pays}
        value={draft.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
        error={problems.maxPrice}
        {...(usual ? { quick: [usual] } : {})}
      />
      <Switches {...{ draft, problems, change, signedIn }} />
    </>
  )
}

type PartProps = Omit<FieldsProps, 'range'>

type DraftProps = Omit<PartProps, 'signedIn'>

/** Properties of the field for a day or an hour of the draft. */
const fieldsOf =
  ({ draft, problems, change }: DraftProps) =>
  (name: 'since' | 'until' | 'date' | 'first' | 'last') => ({
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
    error: problems[name],
  })

function Days(props: DraftProps) {
  const field = fieldsOf(props)
  const now = today()
  const max = addDays(now, ALERT_DAYS_AHEAD_MAX)
  const min = props.draft.since || now
  return (
    <>
      <TextField label="Primer día" type="date" {...{ min: now, max }} {...field('since')} />
      <TextField label="Último día" type="date" {...{ min, max }} {...field('until')} />
    </>
  )
}

/** The switches; hours and wishes are asked only by those that need them. */
function Switches({ draft, problems, change, signedIn }: PartProps) {
  const { notify, shown, buys } = draft
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Switch
        label="Avísame cuando salga un viaje"
        hint={
          shown || buys
            ? 'Con lo que enciendas abajo, siempre te avisamos.'
            : 'Te escribimos a lo sumo una vez por hora.'
        }
        checked={notify || shown || buys}
        disabled={shown || buys}
        onChange={(event) => change({ notify: event.target.checked })}
        error={problems.notify}
      />
      <Switch
        label="Muéstrale mi búsqueda a los conductores"
        hint="Ven tu nombre y tu foto quienes pasan por tu camino, y te pueden invitar."
        checked={shown}
        onChange={(event) => change({ shown: event.target.checked })}
      />
      <Switch
        label="Comprar por mí cuando se libere un cupo"
        hint="Compramos el primero que cumpla lo que pides, en el orden en que se anotaron."
        checked={buys}
        onChange={({ target }) => change(target.checked ? buying(draft, today()) : { buys: false })}
      />
      {(shown || buys) && <Hours {...{ draft, problems, change }} />}
      {buys && <ListWishes {...{ draft, change, signedIn }} />}
    </div>
  )
}

function Hours(props: DraftProps) {
  const { draft } = props
  const field = fieldsOf(props)
  const days = { min: draft.since, max: draft.until }
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {draft.shown && <TextField label="Día del viaje" type="date" {...days} {...field('date')} />}
      <TextField label="Salir desde" type="time" {...field('first')} />
      <TextField label="Salir hasta" type="time" hint={hoursHint(draft)} {...field('last')} />
    </div>
  )
}
