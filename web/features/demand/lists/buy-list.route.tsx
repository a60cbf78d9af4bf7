import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { textInForce } from '#contract/consent-texts.ts'
import { ALERT_DAYS_AHEAD_MAX, LIST_NOTICE, SEATS_MAX } from '#contract/limits.ts'
import { useSaveWanted } from '#web/features/demand/alerts/use-alerts.ts'
import { readTerms, type WantedTerms } from '#web/features/demand/alerts/wanted-draft.ts'
import { RouteFields } from '#web/features/demand/route-fields.tsx'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { addDays, pesos, seats, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Page } from '#web/ui/page.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export const meta = () => [{ title: titled('Comprar por mí') }]

/** Asks for the way and wishes of a list that buys the first seat that fits. */
export default function BuyList() {
  const [params] = useSearchParams()
  const ids = [params.get('from') ?? '', params.get('to') ?? ''].filter((id) => /^\d{5}$/.test(id))
  const places = useQuery({ queryKey: queryKeys.places(ids), queryFn: () => placesByIds(ids) })
  const date = params.get('date')
  const terms = readTerms(new URLSearchParams(date ? { since: date, until: date } : {}), today())
  const named = (id: string | null) => places.data?.find((place) => place.id === id) ?? null
  return (
    <Page
      title="Comprar por mí cuando se libere un cupo"
      lead="Compramos el primer cupo que cumpla lo que pides, en el orden en que se anotaron."
    >
      {places.isSuccess ? (
        <ListForm
          initial={{
            ...terms,
            seats: Number(params.get('seats')) || 1,
            maxPrice: Number(params.get('maxPrice')) || null,
            from: named(params.get('from')),
            to: named(params.get('to')),
            ...{ first: '06:00', last: '20:00' },
            notice: String(LIST_NOTICE.usual),
            ...{ atNight: false, womenOnly: false, verifiedOnly: false, withChange: false },
          }}
        />
      ) : (
        <QueryState query={places} what="los municipios" rows={1} rowClass="h-112" />
      )}
    </Page>
  )
}

type Draft = Pick<WantedTerms, 'since' | 'until' | 'seats' | 'maxPrice' | 'first' | 'last'> & {
  from: ComboItem | null
  to: ComboItem | null
  notice: string
  atNight: boolean
  womenOnly: boolean
  verifiedOnly: boolean
  withChange: boolean
}

type Change = (next: Partial<Draft>) => void

/** Minutes after midnight; the midnight that ends a day is 1440. */
function minuteOf(clock: string, isEnd = false): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes || (isEnd ? 1440 : 0)
}

type Problems = Partial<Record<'from' | 'to' | 'since' | 'until' | 'last' | 'maxPrice', string>>

function problemsOf(draft: Draft): Problems {
  const { from, to, since, until, first, last, maxPrice } = draft
  const end = addDays(today(), ALERT_DAYS_AHEAD_MAX)
  return {
    ...(!from && { from: 'Elige de dónde sales.' }),
    ...(!to && { to: 'Elige a dónde vas.' }),
    ...(to && from?.id === to.id && { to: 'Elige un lugar distinto al de salida.' }),
    ...((!since || since < today()) && { since: 'Elige un día desde hoy.' }),
    ...((!until || until < since || until > end) && {
      until: `Elige un día entre el primero y los próximos ${ALERT_DAYS_AHEAD_MAX}.`,
    }),
    ...((!first || minuteOf(last, true) <= minuteOf(first)) && {
      last: 'La última hora va después de la primera.',
    }),
    ...(!maxPrice && { maxPrice: 'Escribe el máximo que pagas por cupo.' }),
  }
}

function ListForm({ initial }: { initial: Draft }) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const navigate = useNavigate()
  const save = useSaveWanted()
  const problems = problemsOf(draft)
  const change: Change = (next) => setDraft((before) => ({ ...before, ...next }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const { from, to, maxPrice, since, until } = draft
    if (Object.keys(problems).length > 0 || !from || !to || !maxPrice) {
      const form = event.currentTarget
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const list = {
      earliestMinute: minuteOf(draft.first),
      latestMinute: minuteOf(draft.last, true),
      noticeMinutes: Number(draft.notice),
      atNight: draft.atNight,
      womenOnly: draft.womenOnly,
      verifiedOnly: draft.verifiedOnly,
      withChange: draft.withChange,
    }
    const terms = { from: from.id, to: to.id, since, until, maxPrice, seats: draft.seats, list }
    const done = { onSuccess: () => void navigate(paths.alerts()) }
    save.mutate({ alert: terms, request: null }, done)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Way {...{ draft, change }} problems={tried ? problems : {}} />
      <Wishes {...{ draft, change }} />
      <Pays draft={draft} />
      {save.isError && (
        <TakesFocus key={save.submittedAt}>
          <Refusal error={save.error} />
        </TakesFocus>
      )}
      <p className="text-sm text-muted">{textInForce('list_purchase', today()).text}</p>
      <Button type="submit" pending={save.isPending}>
        Activar
      </Button>
    </form>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <CardSection title={title}>
    <div className="grid gap-5">{children}</div>
  </CardSection>
)

type PartProps = { draft: Draft; change: Change }

function Way({ draft, change, problems }: PartProps & { problems: Problems }) {
  const { maxPrice } = draft
  const field = (name: 'since' | 'until' | 'first' | 'last') => ({
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  const [since, until] = [field('since'), field('until')]
  return (
    <Part title="¿Qué cupo quieres?">
      <div className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={draft} onChange={change} problems={problems} />
        <TextField label="Primer día" type="date" {...since} error={problems.since} />
        <TextField label="Último día" type="date" {...until} error={problems.until} />
        <TextField label="Subo desde las" type="time" {...field('first')} />
        <TextField label="Subo antes de las" type="time" {...field('last')} error={problems.last} />
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
        label="Máximo por cupo"
        hint="Pagas el precio del viaje, que puede ser menor."
        value={maxPrice}
        onChange={(value) => change({ maxPrice: value })}
        error={problems.maxPrice}
      />
    </Part>
  )
}

const NOTICES = [
  [30, 'Hasta 30 minutos antes de salir'],
  [60, 'Hasta 1 hora antes de salir'],
  [180, 'Hasta 3 horas antes de salir'],
  [720, 'Hasta 12 horas antes de salir'],
  [1440, 'Hasta un día antes de salir'],
] as const

function Wishes({ draft, change }: PartProps) {
  const wish = (name: 'atNight' | 'womenOnly' | 'verifiedOnly') => ({
    checked: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.checked }),
  })
  return (
    <Part title="¿Hasta cuándo y en qué carros?">
      <Select
        label="Comprar"
        value={draft.notice}
        onChange={({ target }) => change({ notice: target.value })}
        options={NOTICES.map(([minutes, label]) => ({ value: String(minutes), label }))}
      />
      <Switch
        label="También de noche"
        hint="Si no, de 9 p. m. a 7 a. m. solo compramos salidas desde las 10 a. m."
        {...wish('atNight')}
      />
      <Switch label="Solo carros para mujeres" {...wish('womenOnly')} />
      <Switch label="Solo con personas verificadas" {...wish('verifiedOnly')} />
    </Part>
  )
}

/** Whether the wallet suffices now. The list is made either way: the money counts at its turn. */
function Pays({ draft: { maxPrice, seats: wanted } }: { draft: Draft }) {
  const balance = useQuery({
    queryKey: queryKeys.balance(),
    queryFn: async ({ signal }) => (await api.wallet.balance({ signal })).balance,
    staleTime: 0,
  })
  const { pathname, search } = useLocation()
  if (balance.data === undefined || !maxPrice) return null
  const missing = maxPrice * wanted - balance.data
  const today = `Pagamos con tu billetera. Hoy tienes ${pesos(balance.data)}`
  if (missing <= 0) return <Banner tone="ok">{today}: alcanza.</Banner>
  return (
    <Banner tone="warn">
      {today}: te faltan {pesos(missing)}. Si en tu turno no alcanza, sigue otra persona.{' '}
      <Link to={paths.wallet({ amount: missing, returnTo: pathname + search })}>Recargar</Link>
    </Banner>
  )
}

/** A refusal with the door to what is missing. */
function Refusal({ error }: { error: Error }) {
  const { pathname, search } = useLocation()
  return (
    <div className="grid gap-3">
      <ErrorBanner error={error} />
      {error instanceof ApiError && error.code === 'list_needs_identity' && (
        <ButtonLink to={paths.identity(pathname + search, 'identidad')}>
          Verifica tu identidad
        </ButtonLink>
      )}
    </div>
  )
}
